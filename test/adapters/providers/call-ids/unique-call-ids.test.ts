import { expect } from 'chai'
import { withUniqueCallIds } from '../../../../src/adapters/providers/call-ids/unique-call-ids.ts'
import type { ChatMessage } from '../../../../src/domain/chat/message.ts'

const calls = (...ids: readonly string[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
})
const result = (id: string, content: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content })

/** The ids of calls, and what answers each, in the order of the calls. */
const answersIn = (messages: readonly ChatMessage[]): readonly (readonly [id: string, answer: unknown])[] =>
  messages
    .flatMap((message) => (message.tool_calls ?? []).map(({ id }) => id))
    .map((id) => [id, messages.filter((each) => each.tool_call_id === id).map(({ content }) => content)])

describe('withUniqueCallIds', () => {
  it('leaves a conversation as it is in which every call has an id of its own', () => {
    const messages = [calls('a', 'b'), result('b', '1'), result('a', '2'), calls('c'), result('c', '3')]
    expect(withUniqueCallIds(messages)).to.equal(messages)
  })

  it('tells calls of later turns apart that have the id of an earlier one, and gives each its result', () => {
    const messages = [calls('a'), result('a', '1'), calls('b', 'a'), result('a', '2'), result('b', '3'), calls('a')]
    const [first, second, third, fourth] = answersIn(withUniqueCallIds([...messages, result('a', '4')]))
    expect([first, second]).to.deep.equal([
      ['a', ['1']],
      ['b', ['3']],
    ])
    expect(third?.[1]).to.deep.equal(['2'])
    expect(fourth?.[1]).to.deep.equal(['4'])
    expect(new Set([first?.[0], third?.[0], fourth?.[0]]).size).to.equal(3)
  })

  it('tells two calls of one answer apart, whose results come in their order', () => {
    const answers = answersIn(withUniqueCallIds([calls('a', 'a'), result('a', '1'), result('a', '2')]))
    expect(answers.map(([, answer]) => answer)).to.deep.equal([['1'], ['2']])
  })

  it('gives a call the same id in every request of its conversation, which a cache of prompts wants', () => {
    const turns = [calls('a'), result('a', '1'), calls('a'), result('a', '2')]
    const later = withUniqueCallIds([...turns, calls('a'), result('a', '3')])
    expect(later.slice(0, turns.length)).to.deep.equal(withUniqueCallIds(turns))
  })
})
