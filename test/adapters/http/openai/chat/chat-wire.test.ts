import { expect } from 'chai'
import fc from 'fast-check'
import { chatWriter } from '../../../../../src/adapters/http/openai/chat/chat-wire.ts'
import type { ChatChunk, ChunkChoice } from '../../../../../src/domain/chat/chunk.ts'
import { anyText } from '../../../../support/any-text.ts'

const writer = chatWriter(true).stream({ operationId: 'operation', model: 'vendor/model', created: 1_700_000_000 })

const eventsIn = (frame: string): readonly unknown[] =>
  frame
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^data: /, '')) as unknown)

describe('the frames of a streamed chat completion', () => {
  it('say of each chunk all that is in it', () => {
    const text = anyText('', '"', '\\', '\n\n', '\u2028')
    const choice: fc.Arbitrary<ChunkChoice> = fc.oneof(
      fc.record({ index: fc.nat(3), delta: fc.record({ content: text }), finish_reason: fc.constant(null) }),
      fc.record(
        {
          index: fc.nat(3),
          delta: fc.record(
            { role: fc.constant('assistant' as const), content: text, refusal: text, reasoning_content: text },
            { requiredKeys: [] },
          ),
          finish_reason: fc.constantFrom(null, 'stop', 'length'),
          logprobs: fc.constantFrom(undefined, { content: [] }),
          matched_stop: text,
        },
        { requiredKeys: ['index', 'delta', 'finish_reason'] },
      ),
    )
    const chunk: fc.Arbitrary<ChatChunk> = fc.record(
      {
        choices: fc.array(choice, { maxLength: 2 }),
        usage: fc.constant(null),
        extras: fc.record({ system_fingerprint: text }),
      },
      { requiredKeys: ['choices', 'usage'] },
    )
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 5 }), (chunks) => {
        const expected = chunks.map(({ choices, extras }) => ({
          id: 'chatcmpl-operation',
          object: 'chat.completion.chunk',
          created: 1_700_000_000,
          model: 'vendor/model',
          ...extras,
          choices: JSON.parse(JSON.stringify(choices)) as unknown,
          usage: null,
        }))
        expect(eventsIn(writer.chunks(chunks))).to.deep.equal(expected)
      }),
      { numRuns: 1_000 },
    )
  })
})
