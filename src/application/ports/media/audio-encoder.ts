import type { Either } from 'fp-ts/lib/Either.js'
import type { AudioMimeType } from '../../../domain/media/asset.ts'
import type { Pcm } from '../../../domain/media/pcm.ts'
import type { SpeechFormat } from '../../../domain/speech/request.ts'

export type AudioEncodeFailure =
  /** No samples, half a sample, or an impossible sample rate. */
  | { readonly tag: 'invalid_audio'; readonly message: string }
  /** This process encodes and queues as much as it may. */
  | { readonly tag: 'overloaded'; readonly message: string }

export interface EncodedAudio {
  readonly bytes: Uint8Array
  readonly mimeType: AudioMimeType
}

/**
 * Encodes sound into the formats that clients ask for, without delaying other requests. It does not change the samples.
 */
export interface AudioEncoder {
  encode(pcm: Pcm, format: SpeechFormat): Promise<Either<AudioEncodeFailure, EncodedAudio>>
}
