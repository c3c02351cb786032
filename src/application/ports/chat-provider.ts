import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../domain/catalog/model.ts'
import type { ChatChunk } from '../../domain/chat/chunk.ts'
import type { ChatCompletion } from '../../domain/chat/completion.ts'
import type { ChatRequest } from '../../domain/chat/request.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'

export interface ChatCall {
  readonly operationId: string
  readonly deployment: Deployment
  /** Token limits are already normalised to the one field the model's family reads. */
  readonly request: ChatRequest
  /** Aborting cancels the upstream call; the answer is then `cut` and nobody reads it. Without one it runs to its end. */
  readonly signal?: AbortSignal | undefined
}

/** `upstreamRequestId` is the vendor's own id of the call, kept on the receipt. */
export interface ChatAnswer {
  readonly completion: ChatCompletion
  readonly upstreamRequestId: string | null
}

export interface ChatStream {
  /**
   * In each element the chunks that arrived together, at least one. Ends after the last chunk of a whole answer. A Left
   * is always the last element: the stream broke.
   */
  readonly chunks: AsyncIterable<Either<UpstreamFailure, readonly ChatChunk[]>>
  /** May be learnt from the first chunk only. */
  readonly upstreamRequestId: string | null
}

/** What a vendor is to be asked, before it is. */
export type ChatQuestion = Pick<ChatCall, 'deployment' | 'request'>

/** Speaks one vendor's wire. Returns failures, never throws for what an upstream does. */
export interface ChatProvider {
  /** Fields of the request that the vendor will not be given, by their paths without places in lists. Asks nobody. */
  ignores(question: ChatQuestion): readonly string[]
  complete(call: ChatCall): Promise<Either<UpstreamFailure, ChatAnswer>>
  /** Resolves when the vendor has accepted the call (its response head is there). */
  stream(call: ChatCall): Promise<Either<UpstreamFailure, ChatStream>>
}
