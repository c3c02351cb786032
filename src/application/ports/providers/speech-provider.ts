import type { Either } from 'fp-ts/lib/Either.js'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { SpeechRequest } from '../../../domain/speech/request.ts'
import type { ProviderCall } from './provider-call.ts'

export interface SpeechCall extends ProviderCall {
  readonly request: SpeechRequest
}

export interface SpeechResult {
  /** What the provider sent, whole and not empty. */
  readonly audio: Uint8Array
  /** The provider's word for it, parameters included: `audio/wav`, `audio/L16;codec=pcm;rate=24000`, `audio/mpeg`. */
  readonly mimeType: string
  /** Null when the provider reported none. */
  readonly usage: TokenUsage | null
  /** Fields of the request that were asked for and not sent. */
  readonly ignored: readonly string[]
  readonly upstreamRequestId: string | null
}

/** Speaks with one provider. Returns failures, never throws for what an upstream does. */
export interface SpeechProvider {
  synthesize(call: SpeechCall): Promise<Either<UpstreamFailure, SpeechResult>>
}
