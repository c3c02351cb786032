import { expect } from 'chai'
import {
  idsUpTo,
  NINE_CHARACTERS,
  withCallIds,
} from '../../../../../src/adapters/providers/openai-compatible/request/call-id-forms.ts'
import type { ChatMessage } from '../../../../../src/domain/chat/message.ts'

const pair = (id: string): readonly ChatMessage[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: id, content: 'x' },
]

const idsOf = (messages: readonly ChatMessage[]): readonly unknown[] =>
  messages.map(({ tool_calls: calls, tool_call_id: id }) => calls?.[0]?.id ?? id)

describe('ids of tool calls', () => {
  it('are shortened alike in a call and its result, where the provider would refuse them', () => {
    const long = `toolu_1.t1.${'x'.repeat(1_400)}`
    const [call, result] = idsOf(withCallIds(pair(long), idsUpTo(64)))
    expect(call).to.equal(result)
    expect(call).to.match(/^[\w-]{8,40}$/)
    expect(idsOf(withCallIds(pair(`${long}y`), idsUpTo(64)))).not.to.include(call)
    expect(idsOf(withCallIds(pair(long), idsUpTo(64)))).to.deep.equal([call, result])
  })

  it('stay as they are where they fit', () => {
    const messages = pair('c'.repeat(64))
    expect(withCallIds(messages, idsUpTo(64))).to.deep.equal(messages)
  })

  it('are nine characters at Mistral, alike in a call and its result, and Mistral’s own stay as they are', () => {
    for (const id of ['call_0fypS1hVX', 'call_1', 'toolu_01A', 'abc']) {
      const [call, result] = idsOf(withCallIds(pair(id), NINE_CHARACTERS))
      expect(call, id).to.match(/^[a-zA-Z0-9]{9}$/)
      expect(result, id).to.equal(call)
    }
    expect(idsOf(withCallIds(pair('gdRdrvnHh'), NINE_CHARACTERS))).to.deep.equal(['gdRdrvnHh', 'gdRdrvnHh'])
    const many = Array.from({ length: 5_000 }, (_, index) => NINE_CHARACTERS.substitute(`call_${index}`))
    expect(new Set(many).size).to.equal(many.length)
  })
})
