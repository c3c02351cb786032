import { expect } from 'chai'
import { wholeTurns } from '../../../../../src/adapters/http/messages/request/whole-turns.ts'
import type { ChatMessage, ToolCall } from '../../../../../src/domain/chat/message.ts'
import { timed } from '../../../../support/timed.ts'

const callOf = (id: string): ToolCall => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })

const turnsOf = (messages: readonly ChatMessage[]) =>
  wholeTurns(messages.map((message, index) => ({ message, path: `messages.${index}` })))

describe('wholeTurns', () => {
  it('lets an answer go on in the message that has its calls, with all that the parts say', () => {
    const turns = turnsOf([
      { role: 'assistant', content: null, reasoning_content: 'a', tool_calls: [callOf('1')] },
      { role: 'assistant', content: 'b', reasoning_signature: 's' },
      { role: 'assistant', content: 'c', reasoning_content: 'd', tool_calls: [callOf('2')] },
      { role: 'tool', tool_call_id: '1', content: 'seen' },
      { role: 'assistant', content: 'e' },
    ])
    expect(turns.map(({ path }) => path)).to.deep.equal(['messages.0', 'messages.3', 'messages.4'])
    expect(turns[0]?.message).to.deep.equal({
      role: 'assistant',
      content: 'bc',
      reasoning_content: 'ad',
      reasoning_signature: 's',
      tool_calls: [callOf('1'), callOf('2')],
    })
    expect(turns[2]?.message).to.deep.equal({ role: 'assistant', content: 'e' })
  })

  it('joins as many answers in a row as a body may hold in time that grows with their number alone', async () => {
    const answer: ChatMessage = {
      role: 'assistant',
      content: null,
      tool_calls: Array.from({ length: 8 }, (_, index) => callOf(`${index}`)),
    }
    const { value, ms } = await timed(async () => turnsOf(Array.from({ length: 4_096 }, () => answer)))
    expect(value[0]?.message.tool_calls).to.have.lengthOf(32_768)
    expect(ms).to.be.below(1_500)
  })
})
