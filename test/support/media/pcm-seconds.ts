import { BYTES_PER_SAMPLE } from '../../../src/domain/media/pcm.ts'
import type { Pcm } from '../../../src/domain/media/pcm.ts'

/** Seconds that the sound plays. */
export const pcmSeconds = (pcm: Pcm): number =>
  pcm.samples.length / (BYTES_PER_SAMPLE * pcm.channels * pcm.sampleRateHz)
