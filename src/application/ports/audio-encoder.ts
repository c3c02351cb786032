import type { Either } from 'fp-ts/lib/Either.js'
import type { AudioMimeType } from '../../domain/media/asset.ts'
import type { Pcm } from '../../domain/media/pcm.ts'

export type AudioFormat = 'mp3' | 'wav' | 'pcm'

export type AudioEncodeFailure =
  /** No samples, a sample cut in two, or a rate that is no sound's. */
  | { readonly tag: 'invalid_audio'; readonly message: string }
  /** As much is being encoded and waiting as this process takes on. */
  | { readonly tag: 'overloaded'; readonly message: string }

export interface EncodedAudio {
  readonly bytes: Uint8Array
  readonly mimeType: AudioMimeType
}

/** Writes sound in the formats clients ask for, without holding up other requests. The samples are left alone. */
export interface AudioEncoder {
  encode(pcm: Pcm, format: AudioFormat): Promise<Either<AudioEncodeFailure, EncodedAudio>>
}
