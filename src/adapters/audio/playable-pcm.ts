import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { AudioEncodeFailure } from '../../application/ports/audio-encoder.ts'
import { BYTES_PER_SAMPLE, type Pcm } from '../../domain/media/pcm.ts'

/** From the telephone to the studio. The encoder resamples odd rates between them. */
const LOWEST_RATE_HZ = 4000
const HIGHEST_RATE_HZ = 192_000

const invalid = (message: string): Either<AudioEncodeFailure, never> => left({ tag: 'invalid_audio', message })

/** Silence where sound was promised, or half a sample at the end, means that the upstream's answer was cut. */
export const playablePcm = (pcm: Pcm): Either<AudioEncodeFailure, Pcm> => {
  if (pcm.samples.length === 0) return invalid('There is no sound.')
  if (pcm.samples.length % (BYTES_PER_SAMPLE * pcm.channels) !== 0) return invalid('The last sample is cut.')
  if (pcm.sampleRateHz < LOWEST_RATE_HZ || pcm.sampleRateHz > HIGHEST_RATE_HZ) return invalid('The rate is no sound’s.')
  return right(pcm)
}
