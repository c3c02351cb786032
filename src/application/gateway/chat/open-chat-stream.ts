import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import { isContent } from '../../../domain/chat/answers/output.ts'
import { badAnswer } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { ChatCall, ChatProvider, ChunkBatch } from '../../ports/providers/chat-provider.ts'

/** Chunks that arrived together, or how the stream broke; null at the end of a whole answer. */
export type StreamRead = Either<UpstreamFailure, ChunkBatch> | null

/** An upstream stream that has brought its first content, or has ended. */
interface OpenChatStream {
  /**
   * What came with and before the first content. Kept back until then, so that another deployment could still begin
   * anew.
   */
  readonly head: readonly ChatChunk[]
  /** What comes after the head. */
  next(): Promise<StreamRead>
  close(): Promise<void>
  readonly upstreamRequestId: string | null
}

/** Opens a stream and reads it up to its first content. A Left before that costs the caller nothing. */
export const openChatStream = async (
  provider: ChatProvider,
  call: ChatCall,
): Promise<Either<UpstreamFailure, OpenChatStream>> => {
  const opened = await provider.stream(call)
  if (isLeft(opened)) return opened
  const iterator = opened.right.chunks[Symbol.asyncIterator]()
  const next = async (): Promise<StreamRead> => {
    const result = await iterator.next()
    return result.done === true ? null : result.value
  }
  const close = async (): Promise<void> => {
    await iterator.return?.()
  }

  const head: ChatChunk[] = []
  for (let arrived = await next(); arrived !== null; arrived = await next()) {
    if (isLeft(arrived)) {
      await close()
      return arrived
    }
    for (const chunk of arrived.right) head.push(chunk)
    if (arrived.right.some(isContent)) break
  }
  const upstreamRequestId = opened.right.upstreamRequestId()
  return head.some((chunk) => chunk.choices.length > 0)
    ? right({ head, next, close, upstreamRequestId })
    : left(badAnswer('the stream has no choices', upstreamRequestId))
}
