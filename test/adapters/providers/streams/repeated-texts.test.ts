import { expect } from 'chai'
import fc from 'fast-check'
import { streamReader as messagesReader } from '../../../../src/adapters/providers/anthropic/answer/stream-reader.ts'
import type { StreamReader } from '../../../../src/adapters/providers/streams/chat-stream.ts'
import { streamReader as responsesReader } from '../../../../src/adapters/providers/openai/responses/stream-reader.ts'
import { anyText } from '../../../support/any-text.ts'

type Event = Readonly<Record<string, unknown>>

/** What a reader makes of events that it knows, and of the same events each written in a way of its own. */
const bothReadings = (open: () => StreamReader, events: readonly Event[]) => {
  const [repeating, plain] = [open(), open()]
  return {
    repeated: events.map((event) => repeating.read({ name: null, data: JSON.stringify(event) })),
    read: events.map((event, index) =>
      plain.read({ name: null, data: `${' '.repeat(index + 1)}${JSON.stringify(event)}` }),
    ),
  }
}

const word = anyText('', 'text', 'delta', '"', '\\n')

describe('a stream of Anthropic events of which most repeat the one before', () => {
  const delta: fc.Arbitrary<Event> = fc.oneof(
    { weight: 5, arbitrary: word.map((text) => ({ type: 'text_delta', text })) },
    { weight: 3, arbitrary: word.map((json) => ({ type: 'input_json_delta', partial_json: json })) },
    { weight: 3, arbitrary: word.map((thinking) => ({ type: 'thinking_delta', thinking })) },
    word.map((signature) => ({ type: 'signature_delta', signature })),
    word.map((text) => ({ type: 'text_delta', text, thinking: 'both' })),
  )
  const block: fc.Arbitrary<Event> = fc.constantFrom(
    { type: 'text', text: '' },
    { type: 'thinking', thinking: '' },
    { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
  )
  const event: fc.Arbitrary<Event> = fc.oneof(
    { weight: 12, arbitrary: fc.record({ type: fc.constant('content_block_delta'), index: fc.nat(1), delta }) },
    { weight: 2, arbitrary: block.map((start) => ({ type: 'content_block_start', index: 0, content_block: start })) },
    fc.constantFrom<Event>(
      { type: 'content_block_stop', index: 0 },
      { type: 'ping' },
      { type: 'message_start', message: { usage: { input_tokens: 3 } } },
      { type: 'error', error: { type: 'overloaded_error', message: 'busy' } },
    ),
  )

  it('is read as if each event stood alone', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 3, maxLength: 16 }), (events) => {
        const { repeated, read } = bothReadings(() => messagesReader({}), events)
        expect(repeated).to.deep.equal(read)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a stream of Responses events of which most repeat the one before', () => {
  const piece = fc.record(
    {
      type: fc.constantFrom(
        'response.output_text.delta',
        'response.reasoning_text.delta',
        'response.function_call_arguments.delta',
        'response.refusal.delta',
      ),
      sequence_number: fc.nat(),
      output_index: fc.nat(1),
      delta: word,
      obfuscation: word,
    },
    { requiredKeys: ['type', 'output_index', 'delta'] },
  )
  const event: fc.Arbitrary<Event> = fc.oneof(
    { weight: 12, arbitrary: piece },
    fc.constantFrom<Event>(
      { type: 'response.created' },
      {
        type: 'response.output_item.added',
        output_index: 1,
        item: { type: 'function_call', name: 'look', call_id: 'call_1' },
      },
      { type: 'error', code: 'server_error', message: 'broken' },
      { error: { message: 'broken' } },
    ),
  )

  it('is read as if each event stood alone', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 3, maxLength: 16 }), (events) => {
        const { repeated, read } = bothReadings(() => responsesReader('operation', {}), events)
        expect(repeated).to.deep.equal(read)
      }),
      { numRuns: 1_000 },
    )
  })
})
