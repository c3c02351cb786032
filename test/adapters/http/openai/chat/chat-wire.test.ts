import { expect } from 'chai'
import fc from 'fast-check'
import { chatWriter } from '../../../../../src/adapters/http/openai/chat/chat-wire.ts'
import type { ChatChunk, ChunkChoice, ToolCallDelta } from '../../../../../src/domain/chat/chunk.ts'
import { openAiSchema } from '../../../../support/documents/openai-schemas.ts'
import { anyText } from '../../../../support/any-text.ts'

const HEAD = { operationId: 'operation', model: 'vendor/model', created: 1_700_000_000 }

const writer = chatWriter(true).stream(HEAD)

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

describe('the usage of a chat completion', () => {
  it('has the parts that the provider reported, whole and streamed', async () => {
    const completed = {
      completion: { choices: [], usage: null },
      usage: {
        promptTokens: 10,
        cachedTokens: 4,
        cacheWriteTokens: 0,
        completionTokens: 9,
        reasoningTokens: 2,
        otherParts: {
          prompt: { audio_tokens: 2 },
          completion: { accepted_prediction_tokens: 3, rejected_prediction_tokens: 1 },
        },
      },
      priceMicro: 1n,
    }
    const details = {
      prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 0, audio_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 2, accepted_prediction_tokens: 3, rejected_prediction_tokens: 1 },
    }
    expect(chatWriter(false).whole(HEAD, completed)).to.have.property('usage').that.deep.includes(details)
    const [last] = eventsIn(
      (await writer.completed({ tag: 'completed', ...completed })).replace('data: [DONE]\n\n', ''),
    )
    expect(last).to.have.property('usage').that.deep.includes(details)
  })
})

describe('the call of a custom tool', () => {
  const called = { name: 'f', arguments: '{}' }
  const custom = { id: 'd', type: 'custom', function: { name: 'shell', arguments: 'ls' } }

  it('has its text and no function in a whole answer, beside a call that has one', () => {
    const calls = [{ id: 'c', type: 'function', function: called }, custom]
    const written = chatWriter(false).whole(HEAD, {
      completion: {
        choices: [
          { index: 0, message: { role: 'assistant', content: null, tool_calls: calls }, finish_reason: 'tool_calls' },
        ],
        usage: null,
      },
      usage: { promptTokens: 1, cachedTokens: 0, cacheWriteTokens: 0, completionTokens: 1, reasoningTokens: 0 },
      priceMicro: 1n,
    })
    expect(written).to.have.deep.nested.property('choices[0].message.tool_calls', [
      calls[0],
      { id: 'd', type: 'custom', custom: { name: 'shell', input: 'ls' } },
    ])
    openAiSchema('CreateChatCompletionResponse')?.(JSON.parse(JSON.stringify(written)))
  })

  it('has it in each piece of a stream, though the first alone tells the type', () => {
    const piece = (index: number, ...calls: readonly ToolCallDelta[]): ChatChunk => ({
      choices: [{ index, delta: { tool_calls: calls }, finish_reason: null }],
      usage: null,
    })
    const frames = chatWriter(false).stream(HEAD)
    const text = frames.chunks([
      piece(0, { index: 0, id: 'c', type: 'function', function: called }, { index: 1, ...custom }),
      piece(0, { index: 1, function: { arguments: ' -l' } }, { index: 0, function: { arguments: ' ' } }),
      piece(1, { index: 1, function: { arguments: ' ' } }),
    ])
    const pieces = eventsIn(text) as { choices: { delta: { tool_calls: unknown } }[] }[]
    expect(pieces.map(({ choices }) => choices[0]?.delta.tool_calls)).to.deep.equal([
      [
        { index: 0, id: 'c', type: 'function', function: called },
        { index: 1, id: 'd', type: 'custom', custom: { name: 'shell', input: 'ls' } },
      ],
      [
        { index: 1, custom: { input: ' -l' } },
        { index: 0, function: { arguments: ' ' } },
      ],
      [{ index: 1, function: { arguments: ' ' } }],
    ])
  })
})
