import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { toConversation, toSent } from '../../../../../src/adapters/providers/anthropic/request/messages.ts'
import type { ChatMessage } from '../../../../../src/domain/chat/message.ts'

const RULES = { systemTurns: false, prefill: false }

const user = (content: ChatMessage['content']): ChatMessage => ({ role: 'user', content })
const text = (words: string) => ({ type: 'text', text: words })
const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }

const conversation = (...messages: readonly ChatMessage[]) => {
  const made = toConversation(messages, RULES)
  return isLeft(made) ? made.left : { system: made.right.system, messages: made.right.messages }
}

describe('toConversation of Anthropic', () => {
  it('leaves out texts of nothing but white space, which the provider refuses, wherever they stand', () => {
    const sent = conversation(
      { role: 'system', content: [text(' \n'), text('Be brief.')] },
      user([text('\t'), text('look')]),
      { role: 'assistant', content: '\n\n', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: ' ' },
      { role: 'assistant', content: ' ' },
      user('  '),
      { role: 'assistant', content: null, refusal: ' ' },
      user('and?'),
    )
    expect(sent).to.deep.equal({
      system: [text('Be brief.')],
      messages: [
        { role: 'user', content: [text('look')] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'look', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1' }, text('and?')] },
      ],
    })
  })

  it('keeps the white space around words', () => {
    expect(conversation(user(' a\n'))).to.have.nested.property('messages[0].content[0].text', ' a\n')
  })

  it('keeps the words of a refusal behind those of the same answer', () => {
    const answer: ChatMessage = { role: 'assistant', content: 'Well,', refusal: 'no.' }
    expect(conversation(user('a'), answer, user('b'))).to.have.deep.nested.property('messages[1].content', [
      text('Well,'),
      text('no.'),
    ])
  })

  for (const broken of ['{"a": ', '[1]', 'look']) {
    it(`keeps in an object the arguments of a call that are none: ${broken}`, () => {
      const made = { ...call, function: { name: 'look', arguments: broken } }
      const result: ChatMessage = { role: 'tool', tool_call_id: 'c1', content: 'no JSON' }
      const sent = conversation(user('a'), { role: 'assistant', tool_calls: [made] }, result)
      expect(sent).to.have.deep.nested.property('messages[1].content[0].input', { INVALID_JSON: broken })
    })
  }

  it('refuses a conversation of white space alone, and one of answers alone', () => {
    for (const messages of [[user(' ')], [{ role: 'assistant' as const, content: 'a' }]]) {
      expect(conversation(...messages)).to.include({ code: 'rejected_by_upstream', param: 'messages' })
    }
  })

  it('names the type of a custom tool’s call, which has no arguments in the words of the client', () => {
    const custom = { id: 'c2', type: 'custom', function: { name: 'shell', arguments: 'ls' } }
    const refused = conversation(
      user('a'),
      { role: 'assistant', tool_calls: [call, custom] },
      { role: 'tool', tool_call_id: 'c1', content: 'x' },
    )
    expect(refused).to.include({ code: 'unsupported_parameter', param: 'messages.1.tool_calls.1.type' })
  })

  it('refuses by its type what is no text among instructions, where the provider has no place for it', () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
    const pdf = { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERg==' } }
    for (const role of ['system', 'developer'] as const) {
      for (const part of [image, pdf]) {
        expect(conversation({ role, content: [text('See.'), part] }, user('a'))).to.include({
          code: 'unsupported_parameter',
          param: 'messages.0.content.1.type',
        })
      }
    }
    const refusal = { type: 'refusal', refusal: 'No.' }
    expect(conversation({ role: 'system', content: [refusal] }, user('a'))).to.deep.include({ system: [text('No.')] })
  })

  it('keeps of the messages at the end those that are no answers, whatever stands behind them', () => {
    const [ask, answer, rule]: readonly ChatMessage[] = [
      user('a'),
      { role: 'assistant', content: 'b' },
      { role: 'system', content: 'c' },
    ]
    if (ask === undefined || answer === undefined || rule === undefined) throw new Error('three messages')
    const pathsOf = (messages: readonly ChatMessage[], prefill: boolean) =>
      toSent(messages, { prefill }).sent.map(({ path }) => path)
    expect(pathsOf([ask, answer, rule, answer, user('')], false)).to.deep.equal(['messages.0', 'messages.2'])
    expect(pathsOf([ask, answer, rule, answer, user('')], true)).to.have.length(4)
    expect(pathsOf([ask, answer, rule, ask], false)).to.have.length(4)
  })
})
