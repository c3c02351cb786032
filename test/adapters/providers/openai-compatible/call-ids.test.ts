import { expect } from 'chai'
import { withShortIds } from '../../../../src/adapters/providers/openai-compatible/call-ids.ts'
import type { ChatMessage } from '../../../../src/domain/chat/message.ts'

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
  it('case 21: are shortened alike in a call and its result, where the provider would refuse them', () => {
    const long = `toolu_1.t1.${'x'.repeat(1_400)}`
    const [call, result] = idsOf(withShortIds(pair(long), 64))
    expect(call).to.equal(result)
    expect(call).to.match(/^[\w-]{8,40}$/)
    expect(idsOf(withShortIds(pair(`${long}y`), 64))).not.to.include(call)
    expect(idsOf(withShortIds(pair(long), 64))).to.deep.equal([call, result])
  })

  it('case 21: stay as they are where they fit', () => {
    const messages = pair('c'.repeat(64))
    expect(withShortIds(messages, 64)).to.deep.equal(messages)
  })
})
