import { expect } from 'chai'
import { inDialect } from '../../../../../src/adapters/providers/openai-compatible/request/dialect-messages.ts'
import { DIALECTS, dialectRules } from '../../../../../src/adapters/providers/openai-compatible/dialects.ts'
import type { Dialect } from '../../../../../src/adapters/providers/openai-compatible/dialects.ts'
import type { ChatMessage } from '../../../../../src/domain/chat/message.ts'

const inWordsOf = (dialect: Dialect, messages: readonly ChatMessage[], isThinking = true): readonly ChatMessage[] =>
  inDialect(messages, dialectRules(dialect, []), isThinking).messages

const CALL = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }
const ask: ChatMessage = { role: 'user', content: 'look' }
const call: ChatMessage = { role: 'assistant', content: null, tool_calls: [CALL] }
const result: ChatMessage = { role: 'tool', tool_call_id: 'c1', content: 'seen' }
const more: ChatMessage = { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://e.com/a.png' } }] }

const HISTORY = [ask, call, result, more]

describe('inDialect', () => {
  it('changes nothing where the provider takes the wire as it is', () => {
    for (const dialect of DIALECTS) {
      if (dialect === 'mistral' || dialect === 'deepseek') continue
      expect(inWordsOf(dialect, HISTORY), dialect).to.equal(HISTORY)
    }
  })

  it('makes the model of Mistral answer between a result and the user, once for each time', () => {
    const roles = inWordsOf('mistral', [...HISTORY, call, result, result, ask, ask]).map(({ role }) => role)
    expect(roles.join(' ')).to.equal('user assistant tool assistant user assistant tool tool assistant user user')
    const [, , , heard, shown] = inWordsOf('mistral', HISTORY)
    expect(heard).to.deep.equal({ role: 'assistant', content: 'OK.' })
    expect(shown).to.equal(more)
  })

  it('adds no answer at Mistral where the model answered itself, or has still to answer', () => {
    const answered = [ask, call, result, { role: 'assistant' as const, content: 'I see.' }, ask, call, result]
    expect(inWordsOf('mistral', answered).map(({ content }) => content)).to.deep.equal(
      answered.map(({ content }) => content),
    )
  })

  it('gives no words of a refusal as anything but words, and leaves out an answer of nothing, where none is known', () => {
    const refused: ChatMessage = { role: 'assistant', content: null, refusal: 'No.' }
    const inParts: ChatMessage = { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }
    const silent: ChatMessage[] = [
      { role: 'assistant', content: '' },
      { role: 'assistant', content: [], refusal: null },
    ]
    const echoed: ChatMessage = { role: 'assistant', content: 'Yes.', refusal: null }
    const history = [ask, refused, ask, inParts, ask, ...silent, ask, echoed, ask]
    for (const dialect of ['mistral', 'deepseek'] as const) {
      const answers = inWordsOf(dialect, history, false).filter(({ role }) => role === 'assistant')
      expect(answers, dialect).to.deep.equal([
        { role: 'assistant', content: 'No.' },
        { role: 'assistant', content: [{ type: 'text', text: 'No.' }] },
        { role: 'assistant', content: 'Yes.' },
      ])
    }
  })

  it('gives the words of a refusal behind those of the same answer', () => {
    const refused: ChatMessage = { role: 'assistant', content: 'Well,', refusal: 'no.' }
    const inParts: ChatMessage = { ...refused, content: [{ type: 'text', text: 'Well,' }] }
    const [text, parts] = inWordsOf('mistral', [ask, refused, ask, inParts, ask], false).filter(
      ({ role }) => role === 'assistant',
    )
    expect(text).to.deep.equal({ role: 'assistant', content: 'Well,\n\nno.' })
    expect(parts).to.deep.equal({
      role: 'assistant',
      content: [
        { type: 'text', text: 'Well,' },
        { type: 'text', text: 'no.' },
      ],
    })
  })

  it('gives DeepSeek empty thoughts where none came with an answer, and leaves those that did', () => {
    const thought: ChatMessage = { role: 'assistant', content: 'yes', reasoning_content: 'hm' }
    const empty: ChatMessage = { role: 'assistant', content: 'no', reasoning_content: null }
    expect(inWordsOf('deepseek', [ask, call, result, thought, ask, empty])).to.deep.equal([
      ask,
      { ...call, reasoning_content: '' },
      result,
      thought,
      ask,
      { ...empty, reasoning_content: '' },
    ])
  })

  it('gives DeepSeek no empty thoughts where it is not to think', () => {
    expect(inWordsOf('deepseek', HISTORY, false)).to.deep.equal(HISTORY)
  })
})
