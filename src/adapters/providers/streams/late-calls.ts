import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChunkBatch } from '../../../application/ports/providers/chat-provider.ts'
import type { ChatChunk, ChunkChoice } from '../../../domain/chat/chunk.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'

type Batches = AsyncIterable<Either<UpstreamFailure, ChunkBatch>>

/** A choice that goes on, where it brings something besides its end. */
const withoutEnd = (choice: ChunkChoice): readonly ChunkChoice[] => {
  const { index, delta, logprobs } = choice
  if (Object.keys(delta).length === 0 && logprobs === undefined) return []
  return [{ index, delta, finish_reason: null, ...(logprobs === undefined ? {} : { logprobs }) }]
}

/** The ends of choices that have called no tool, each kept until it is known that none comes behind it. */
const heldEnds = () => {
  const called = new Set<number>()
  /** Each with the stop text that ended its choice, where that is known. */
  const ends = new Map<number, string | undefined>()
  /** What the chunks of kept ends, and those behind them, say of the whole answer: the tier that it is billed by. */
  let extras: ChatChunk['extras']

  const hold = (choice: ChunkChoice): readonly ChunkChoice[] => {
    if (choice.delta.tool_calls !== undefined) called.add(choice.index)
    if (choice.finish_reason !== 'stop' || called.has(choice.index)) return [choice]
    ends.set(choice.index, choice.matched_stop)
    return withoutEnd(choice)
  }

  return {
    /** A chunk without the ends that are kept; nothing where it held no more. */
    hold: (chunk: ChatChunk): readonly ChatChunk[] => {
      const choices = chunk.choices.flatMap(hold)
      if (ends.size > 0 && chunk.extras !== undefined) extras = { ...extras, ...chunk.extras }
      const isEmpty = choices.length === 0 && chunk.usage === null && chunk.extras === undefined
      return isEmpty && chunk.choices.length > 0 ? [] : [{ ...chunk, choices }]
    },
    all: (): readonly ChatChunk[] =>
      [...ends].map(([index, matched]) => {
        const beside = { usage: null, ...(extras === undefined ? {} : { extras }) }
        if (called.has(index)) return { choices: [{ index, delta: {}, finish_reason: 'tool_calls' }], ...beside }
        const stop = matched === undefined ? {} : { matched_stop: matched }
        return { choices: [{ index, delta: {}, finish_reason: 'stop', ...stop }], ...beside }
      }),
  }
}

/**
 * The chunks of an answer that may call tools. Some servers say `stop` and send the calls behind it; a client that
 * reads `stop` never runs the tool. So a `stop` is the last that such an answer says: `tool_calls` where calls came.
 */
export async function* withLateCalls(
  batches: Batches,
): AsyncGenerator<Either<UpstreamFailure, ChunkBatch>, void, undefined> {
  const ends = heldEnds()
  for await (const batch of batches) {
    if (isLeft(batch)) return yield batch
    const chunks = batch.right.flatMap(ends.hold)
    if (chunks.length > 0) yield right(chunks)
  }
  const last = ends.all()
  if (last.length > 0) yield right(last)
}
