import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { AudioEncodeFailure } from '../../application/ports/media/audio-encoder.ts'
import { BYTES_PER_SAMPLE } from '../../domain/media/pcm.ts'
import type { Pcm } from '../../domain/media/pcm.ts'

/** Telephone quality to studio quality, in Hz. The encoder resamples unusual rates between them. */
const MIN_RATE_HZ = 4000
const MAX_RATE_HZ = 192_000

const invalid = (message: string): Either<AudioEncodeFailure, never> => left({ tag: 'invalid_audio', message })

/** No samples, or half a sample at the end, means that the upstream's response was cut off. */
export const playablePcm = (pcm: Pcm): Either<AudioEncodeFailure, Pcm> => {
  if (pcm.samples.length === 0) return invalid('There is no sound.')
  if (pcm.samples.length % (BYTES_PER_SAMPLE * pcm.channels) !== 0) return invalid('The last sample is cut.')
  if (pcm.sampleRateHz < MIN_RATE_HZ || pcm.sampleRateHz > MAX_RATE_HZ) return invalid('The rate is no sound’s.')
  return right(pcm)
}
