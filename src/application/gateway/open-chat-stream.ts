import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ChatChunk } from '../../domain/chat/chunk.ts'
import { isContent } from '../../domain/chat/delivered.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { ChatCall, ChatProvider } from '../ports/chat-provider.ts'

/** An upstream stream that has brought its first content, or has ended. */
export interface OpenChatStream {
  /** What came up to the first content. Kept back until then, so that another deployment could still begin anew. */
  readonly head: readonly ChatChunk[]
  /** The next chunk after the head; null at the end of a whole answer. */
  next(): Promise<Either<UpstreamFailure, ChatChunk> | null>
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
  const next = async (): Promise<Either<UpstreamFailure, ChatChunk> | null> => {
    const result = await iterator.next()
    return result.done === true ? null : result.value
  }
  const close = async (): Promise<void> => {
    await iterator.return?.()
  }

  const head: ChatChunk[] = []
  for (let chunk = await next(); chunk !== null; chunk = await next()) {
    if (isLeft(chunk)) {
      await close()
      return chunk
    }
    head.push(chunk.right)
    if (isContent(chunk.right)) break
  }
  // Some vendors name a call in its first event only.
  const { upstreamRequestId } = opened.right
  return head.some((chunk) => chunk.choices.length > 0)
    ? right({ head, next, close, upstreamRequestId })
    : left({ tag: 'bad_answer', message: 'the stream has no choices', upstreamRequestId })
}
