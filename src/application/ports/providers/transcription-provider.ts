import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { TranscriptionRequest } from '../../../domain/transcription/request.ts'
import type { Transcript, TranscriptPiece } from '../../../domain/transcription/transcript.ts'
import type { TranscriptionUsage } from '../../../domain/transcription/usage.ts'
import type { ProviderCall } from './provider-call.ts'

export interface TranscriptionCall extends ProviderCall {
  readonly request: TranscriptionRequest
  /** How long the recording is, as its file says. */
  readonly seconds: number
  /** What the hold covers, for providers that take a limit. */
  readonly maxOutputTokens: number
  /** Given where the caller wants the transcript as it comes: a provider that streams hands each piece over here. */
  readonly onPiece?: ((piece: TranscriptPiece) => void) | undefined
}

export interface TranscriptionResult {
  /** The whole transcript, also where its words were handed over before. */
  readonly transcript: Transcript
  /** Null when the provider reported none. */
  readonly usage: TranscriptionUsage | null
  readonly upstreamRequestId: string | null
}

/** Transcribes with one provider. Returns failures, never throws for what an upstream does. */
export interface TranscriptionProvider {
  transcribe(call: TranscriptionCall): Promise<Either<UpstreamFailure, TranscriptionResult>>
}
