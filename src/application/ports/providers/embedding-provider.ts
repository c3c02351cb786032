import type { Either } from 'fp-ts/lib/Either.js'
import type { HeldMemory } from '../process/held-memory.ts'
import type { Deployment } from '../../../domain/catalog/model.ts'
import type { EmbeddingRequest } from '../../../domain/embeddings/request.ts'
import type { Vectors } from '../../../domain/embeddings/vectors.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'

export interface EmbeddingCall {
  readonly operationId: string
  readonly deployment: Deployment
  readonly request: EmbeddingRequest
  readonly signal?: AbortSignal | undefined
  /** Where the answer goes while it is in memory; absent, it is not counted. */
  readonly memory?: HeldMemory | undefined
}

export interface EmbeddingResult {
  /** As the provider sent them, in the order of the inputs; whether they are what was asked for is not checked yet. */
  readonly vectors: Vectors
  /** Tokens that were read; null when the provider reported none. */
  readonly promptTokens: number | null
  /** Fields of the request that this provider has no place for and was not sent. */
  readonly ignored: readonly string[]
  readonly upstreamRequestId: string | null
}

/** Turns texts into vectors at one provider. Returns failures, never throws for what an upstream does. */
export interface EmbeddingProvider {
  embed(call: EmbeddingCall): Promise<Either<UpstreamFailure, EmbeddingResult>>
}
