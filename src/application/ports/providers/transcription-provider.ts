import type { Either } from 'fp-ts/lib/Either.js'
import type { HeldMemory } from '../process/held-memory.ts'
import type { Deployment } from '../../../domain/catalog/model.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { TranscriptionRequest } from '../../../domain/transcription/request.ts'
import type { Transcript, TranscriptPiece } from '../../../domain/transcription/transcript.ts'
import type { TranscriptionUsage } from '../../../domain/transcription/usage.ts'

export interface TranscriptionCall {
  readonly operationId: string
  readonly deployment: Deployment
  readonly request: TranscriptionRequest
  /** How long the recording is, as its file says. */
  readonly seconds: number
  /** What the hold covers, for providers that take a limit. */
  readonly maxOutputTokens: number
  /** Given where the caller wants the transcript as it comes: a provider that streams hands each piece over here. */
  readonly onPiece?: ((piece: TranscriptPiece) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** Where the answer goes while it is in memory; absent, it is not counted. */
  readonly memory?: HeldMemory | undefined
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
