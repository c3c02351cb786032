import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { withLateCalls } from '../../../../src/adapters/providers/streams/late-calls.ts'
import type { ChatChunk, ChatDelta, FinishReason } from '../../../../src/domain/chat/chunk.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'

type Batch = Either<UpstreamFailure, readonly ChatChunk[]>

const chunk = (delta: ChatDelta, finish: FinishReason | null = null, index = 0): ChatChunk => ({
  choices: [{ index, delta, finish_reason: finish }],
  usage: null,
})
const CALL: ChatDelta = {
  tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
}
const USAGE = { promptTokens: 1, cachedTokens: 0, cacheWriteTokens: 0, completionTokens: 1, reasoningTokens: 0 }
const COUNT: ChatChunk = { choices: [], usage: USAGE }

async function* upstream(batches: readonly Batch[]): AsyncGenerator<Batch, void, undefined> {
  yield* batches
}

const read = async (...batches: readonly Batch[]): Promise<readonly Batch[]> => {
  const seen: Batch[] = []
  for await (const batch of withLateCalls(upstream(batches))) seen.push(batch)
  return seen
}

/** What comes of chunks of which each is a batch. */
const chunksOf = async (...chunks: readonly ChatChunk[]): Promise<readonly ChatChunk[]> =>
  (await read(...chunks.map((each) => right([each])))).flatMap((batch) => (batch._tag === 'Right' ? batch.right : []))

describe('withLateCalls', () => {
  it('ends a choice with tool_calls whose calls come behind its end', async () => {
    expect(await chunksOf(chunk({ content: 'a' }), chunk({}, 'stop'), chunk(CALL), COUNT)).to.deep.equal([
      chunk({ content: 'a' }),
      chunk(CALL),
      COUNT,
      chunk({}, 'tool_calls'),
    ])
  })

  it('says a stop at the end, with the stop text, where none come', async () => {
    const matched = { index: 0, delta: { content: 'b' }, finish_reason: 'stop', matched_stop: 'END' } as const
    const chunks = await chunksOf(chunk({ content: 'a' }), { choices: [matched], usage: null }, COUNT)
    expect(chunks).to.deep.equal([
      chunk({ content: 'a' }),
      chunk({ content: 'b' }),
      COUNT,
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop', matched_stop: 'END' }], usage: null },
    ])
  })

  it('keeps what an end and the count behind it say of the whole answer, and says it with the end', async () => {
    const extras = { service_tier: 'flex' }
    const stop: ChatChunk = { ...chunk({}, 'stop'), extras }
    expect(await chunksOf(chunk({ content: 'a' }), stop, COUNT)).to.deep.equal([
      chunk({ content: 'a' }),
      { choices: [], usage: null, extras },
      COUNT,
      stop,
    ])
    expect(await chunksOf({ ...stop, usage: USAGE })).to.deep.equal([{ choices: [], usage: USAGE, extras }, stop])
  })

  it('keeps what comes with an end: the probabilities of a token and the count', async () => {
    const logprobs = { content: [] }
    const last = { index: 0, delta: {}, finish_reason: 'stop', logprobs } as const
    expect(await chunksOf({ choices: [last], usage: USAGE })).to.deep.equal([
      { choices: [{ index: 0, delta: {}, finish_reason: null, logprobs }], usage: USAGE },
      chunk({}, 'stop'),
    ])
  })

  it('hands on every other end as it comes, each choice for itself', async () => {
    const chunks = [
      chunk(CALL, null, 0),
      chunk({}, 'tool_calls', 0),
      chunk({ content: 'a' }, 'length', 1),
      chunk({}, 'content_filter', 2),
    ]
    expect(await chunksOf(...chunks)).to.deep.equal(chunks)
    expect(await chunksOf(chunk({}, 'stop', 3), chunk({}, 'stop', 4), chunk(CALL, null, 4))).to.deep.equal([
      chunk(CALL, null, 4),
      chunk({}, 'stop', 3),
      chunk({}, 'tool_calls', 4),
    ])
  })

  it('gives no empty batch, and no end to an answer that broke', async () => {
    const broke = left({ tag: 'cut', message: 'broke', upstreamRequestId: null } as const)
    expect(await read(right([chunk({ content: 'a' })]), right([chunk({}, 'stop')]), broke)).to.deep.equal([
      right([chunk({ content: 'a' })]),
      broke,
    ])
  })
})
