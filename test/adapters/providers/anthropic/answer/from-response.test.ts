import { expect } from 'chai'
import { toCompletion } from '../../../../../src/adapters/providers/anthropic/answer/from-response.ts'
import { isRefusal } from '../../../../../src/domain/chat/answers/output.ts'
import { fromCallId, message, USAGE } from '../message-events.ts'

const choiceOf = (...given: Parameters<typeof message>) => toCompletion(message(...given))?.choices[0]

describe('toCompletion', () => {
  it('reads text, thoughts and usage', () => {
    const content = [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: 'a' },
      { type: 'server_tool_use', id: 'x', name: 'y' },
      { type: 'text', text: 'b' },
    ]
    expect(toCompletion(message(content))).to.deep.equal({
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'ab', reasoning_content: 'hm' },
          finish_reason: 'stop',
        },
      ],
      usage: USAGE,
    })
  })

  it('hides thoughts in the id of the call that they led to', () => {
    const first = { type: 'thinking', thinking: 'hm', signature: 's1' }
    const second = { type: 'redacted_thinking', data: 'd' }
    const choice = choiceOf(
      [
        first,
        { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { in: 'Riga' } },
        { type: 'tool_use', id: 'toolu_2', name: 'clock' },
        second,
        { type: 'tool_use', id: 'toolu_3', name: 'clock', input: {} },
      ],
      { stop_reason: 'tool_use' },
    )
    expect(choice?.finish_reason).to.equal('tool_calls')
    expect(choice?.message.content).to.equal(null)
    expect(choice?.message.tool_calls?.map(({ function: called }) => called)).to.deep.equal([
      { name: 'weather', arguments: '{"in":"Riga"}' },
      { name: 'clock', arguments: '{}' },
      { name: 'clock', arguments: '{}' },
    ])
    expect(choice?.message.tool_calls?.map(({ id }) => fromCallId(id))).to.deep.equal([
      { id: 'toolu_1', thinking: [first] },
      { id: 'toolu_2', thinking: [] },
      { id: 'toolu_3', thinking: [second] },
    ])
  })

  const ends: readonly [string, string][] = [
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['tool_use', 'tool_calls'],
    ['refusal', 'content_filter'],
    ['invented', 'stop'],
  ]
  for (const [stopReason, finish] of ends) {
    it(`${stopReason} is ${finish}`, () => {
      expect(choiceOf([{ type: 'text', text: 'a' }], { stop_reason: stopReason })?.finish_reason).to.equal(finish)
    })
  }

  it('tells why it declines, and that is not an answer', () => {
    const refused = message([], {
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: 'cyber', explanation: 'No.' },
    })
    const completion = toCompletion(refused)
    expect(completion?.choices[0]).to.deep.include({ finish_reason: 'content_filter' })
    expect(completion?.choices[0]?.message).to.deep.equal({ role: 'assistant', content: null, refusal: 'No.' })
    expect(completion !== null && isRefusal(completion)).to.equal(true)
  })

  it('is null for what is no message', () => {
    expect(toCompletion({})).to.equal(null)
    expect(toCompletion({ content: 'text' })).to.equal(null)
  })
})
