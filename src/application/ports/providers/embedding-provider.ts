import type { Either } from 'fp-ts/lib/Either.js'
import type { EmbeddingRequest } from '../../../domain/embeddings/request.ts'
import type { Vectors } from '../../../domain/embeddings/vectors.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { ProviderCall } from './provider-call.ts'

export interface EmbeddingCall extends ProviderCall {
  readonly request: EmbeddingRequest
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
