import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import type { ChatCompletion } from '../../../domain/chat/completion.ts'
import type { NativeRequest } from '../../../domain/chat/native.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { ProviderCall } from './provider-call.ts'

export interface ChatCall extends ProviderCall {
  /** Token limits are already normalised to the one field the model's family reads. */
  readonly request: ChatRequest
  /** Set where the deployment is asked in the surface's own wire: then this is sent, under the limits of `request`. */
  readonly native?: NativeRequest | undefined
  /** Set where the provider could not read the reasoning of earlier answers: it is asked without it. */
  readonly leavesOutReasoning?: boolean | undefined
}

/** `upstreamRequestId` is the provider's own id of the call, kept on the receipt. */
export interface ChatResult {
  readonly completion: ChatCompletion
  readonly upstreamRequestId: string | null
}

/**
 * The chunks that arrived together, at least one. One packet of an upstream may hold many chunks, and each element of
 * an async iterator costs promises in every decorator, so a stream gives batches and not single chunks (ADR 0032).
 */
export type ChunkBatch = readonly ChatChunk[]

export interface ChatStream {
  /** Ends after the last batch of a whole answer. A Left is always the last element: the stream broke. */
  readonly chunks: AsyncIterable<Either<UpstreamFailure, ChunkBatch>>
  /** As far as it is known: some providers name the call in its first event only. */
  readonly upstreamRequestId: () => string | null
}

/** What a provider is to be asked, before it is. */
type DeploymentChatRequest = Pick<ChatCall, 'deployment' | 'request' | 'native'>

/** Speaks one provider's wire. Returns failures, never throws for what an upstream does. */
export interface ChatProvider {
  /**
   * Fields of what is asked, native where it is, that the adapter does not send, by their paths without places in
   * lists. Makes no call.
   */
  ignoredFields(question: DeploymentChatRequest): readonly string[]
  complete(call: ChatCall): Promise<Either<UpstreamFailure, ChatResult>>
  /** Resolves when the provider has accepted the call (its response head is there). */
  stream(call: ChatCall): Promise<Either<UpstreamFailure, ChatStream>>
  /**
   * The tokens of the prompt by the provider's own count, which costs nothing; null if it has no count for this call.
   * Absent where the provider counts no prompts.
   */
  count?(call: ChatCall): Promise<Either<UpstreamFailure, number | null>>
}
