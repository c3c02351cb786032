import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { ignoredFields } from '../../../../../src/adapters/providers/google/chat/ignored-fields.ts'
import { NO_FILES } from '../../../../../src/adapters/providers/google/chat/inline-files.ts'
import { toContents } from '../../../../../src/adapters/providers/google/chat/to-contents.ts'
import type { ChatMessage } from '../../../../../src/domain/chat/message.ts'
import { chatCall } from '../../../../support/chat/chat-calls.ts'
import { TINY_PDF, TINY_PDF_URL } from '../../../../support/media/tiny-pdf.ts'

const user = (content: ChatMessage['content']): ChatMessage => ({ role: 'user', content })
const answer = (content: ChatMessage['content']): ChatMessage => ({ role: 'assistant', content })
const call: ChatMessage = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
}
const result: ChatMessage = { role: 'tool', tool_call_id: 'c1', content: 'seen' }

const contentsOf = (messages: readonly ChatMessage[], prefill = false): unknown => {
  const made = toContents(messages, NO_FILES, { thoughtSignatures: false, prefill })
  return isLeft(made) ? made.left : made.right.contents
}

const FUNCTION_CALL = { functionCall: { id: 'c1', name: 'look', args: {} } }

describe('toContents', () => {
  it('puts messages of the model in a row into one content, for a call behind another of its contents is refused', () => {
    expect(contentsOf([user('a'), answer('Let me look.'), call, result, user('b'), user('c')])).to.deep.equal([
      { role: 'user', parts: [{ text: 'a' }] },
      { role: 'model', parts: [{ text: 'Let me look.' }, FUNCTION_CALL] },
      { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'look', response: { content: 'seen' } } }] },
      { role: 'user', parts: [{ text: 'b' }] },
      { role: 'user', parts: [{ text: 'c' }] },
    ])
  })

  it('keeps the words of a refusal behind those of the same answer', () => {
    const refused: ChatMessage = { ...answer('Well,'), refusal: 'no.' }
    expect(contentsOf([user('a'), refused, user('b')])).to.have.deep.nested.property('[1].parts', [
      { text: 'Well,' },
      { text: 'no.' },
    ])
  })

  for (const broken of ['{"a": ', '[1]', 'look']) {
    it(`keeps in an object the arguments of a call that are none: ${broken}`, () => {
      const made = { id: 'c1', type: 'function', function: { name: 'look', arguments: broken } }
      expect(contentsOf([user('a'), { ...call, tool_calls: [made] }, result])).to.have.deep.nested.property(
        '[1].parts[0].functionCall.args',
        { INVALID_JSON: broken },
      )
    })
  }

  it('begins with a turn of the user that says nothing where a client has cut its history to begin with a call', () => {
    expect(contentsOf([call, result])).to.deep.equal([
      { role: 'user', parts: [{ text: ' ' }] },
      { role: 'model', parts: [FUNCTION_CALL] },
      { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'look', response: { content: 'seen' } } }] },
    ])
    expect(contentsOf([answer('Hi!'), user('a')])).to.have.length(2)
  })

  it('sends no empty text, which is refused, and no content without a part', () => {
    const texts = [
      { type: 'text', text: '' },
      { type: 'text', text: 'a' },
    ]
    const silent = [user(''), user([]), user([{ type: 'text', text: '' }]), answer([{ type: 'text', text: '' }])]
    expect(contentsOf([...silent, user(texts)])).to.deep.equal([{ role: 'user', parts: [{ text: 'a' }] }])
    for (const messages of [silent, [{ role: 'system' as const, content: '' }, user('')], [answer('a')]]) {
      expect(contentsOf(messages)).to.include({ code: 'rejected_by_upstream', param: 'messages' })
    }
  })

  it('sends no answer at the end, which later models refuse, except to a model that goes on from it', () => {
    const begun = [user('a'), answer('b')]
    expect(contentsOf(begun)).to.deep.equal([{ role: 'user', parts: [{ text: 'a' }] }])
    expect(contentsOf(begun, true)).to.have.length(2)
  })
})

describe('ignoredFields of Google', () => {
  const named = (
    request: Record<string, unknown>,
    parameters: NonNullable<Parameters<typeof chatCall>[0]>['parameters'] = {},
  ): readonly string[] => {
    const { request: asked, deployment } = chatCall({ request, parameters })
    return ignoredFields(asked, deployment)
  }

  it('names an answer at the end that is not sent', () => {
    expect(named({ messages: [user('a'), answer('b')] })).to.deep.equal(['messages.assistant'])
    expect(named({ messages: [user('a'), answer('b')] }, { prefill: true })).to.deep.equal([])
    expect(named({ messages: [user('a'), answer(''), user('b')] })).to.deep.equal([])
  })

  it('names an empty text to stop at, which is not sent, and no top_k, which is', () => {
    expect(named({ stop: ['', 'a'] })).to.deep.equal(['stop'])
    expect(named({ stop: '' })).to.deep.equal(['stop'])
    expect(named({ stop: ['a'], top_k: 40 })).to.deep.equal([])
  })

  it('names how much to think where the model cannot be asked, and the name of a file', () => {
    expect(named({ reasoning_effort: 'low' }, { thinking_levels: [] })).to.deep.equal(['reasoning_effort'])
    expect(named({ reasoning_effort: 'low' })).to.deep.equal([])
    expect(named({ reasoning_effort: 'low' }, { thinking_levels: [], drops: ['reasoning_effort'] })).to.have.length(1)
    const file = { type: 'file', file: { file_data: TINY_PDF_URL, filename: 'a.pdf' } }
    expect(named({ messages: [user([file])] })).to.deep.equal(['messages.content.file.filename'])
  })

  it('names a wish to see reasoning where the model has none to show, and no wish not to see it', () => {
    const FIXED = { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }
    expect(named({ include_reasoning: true }, { thinking_levels: [] })).to.deep.equal(['include_reasoning'])
    expect(named({ include_reasoning: true }, FIXED)).to.deep.equal(['include_reasoning'])
    expect(named({ reasoning: { max_tokens: 2_000 } }, FIXED)).to.deep.equal(['reasoning.max_tokens'])
    expect(named({ reasoning: { max_tokens: 2_000 } })).to.deep.equal([])
    expect(named({ include_reasoning: true, reasoning_effort: 'none' })).to.deep.equal([])
    expect(named({ include_reasoning: true })).to.deep.equal([])
    expect(named({ include_reasoning: false })).to.deep.equal([])
    expect(named({ include_reasoning: 'yes' })).to.deep.equal(['include_reasoning'])
  })

  it('does not name the name of a file of text, which stands before its words', () => {
    const fileOf = (type: string, bytes: string | Uint8Array) => {
      const data = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
      return named({ messages: [user([{ type: 'file', file: { file_data: data, filename: 'a.txt' } }])] })
    }
    expect(fileOf('text/plain', 'hello')).to.deep.equal([])
    expect(fileOf('text/plain', TINY_PDF)).to.deep.equal(['messages.content.file.filename'])
  })

  it('leaves inputs and results of tools texts that hold more values than a whole body may', () => {
    const many = `{"a":[${'[],'.repeat(250_000)}[]]}`
    const calls = {
      ...call,
      tool_calls: call.tool_calls?.map((each) => ({ ...each, function: { name: 'look', arguments: many } })),
    }
    const made = contentsOf([user('a'), calls, { ...result, content: many }]) as readonly {
      readonly parts: readonly object[]
    }[]
    expect(made[1]?.parts[0]).to.have.nested.property('functionCall.args.a').that.has.lengthOf(250_001)
    expect(made[2]?.parts[0]).to.have.nested.property('functionResponse.response.content', many)
  })
})
