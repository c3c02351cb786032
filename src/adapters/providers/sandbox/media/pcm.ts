import { createHash } from 'node:crypto'
import type { Pcm } from '../../../../domain/media/pcm.ts'

/** What speech models answer with. */
const SAMPLE_RATE_HZ = 24_000
const AMPLITUDE = 8_000
const MIN_SECONDS = 0.5
/** About as fast as people read aloud. */
const SECONDS_PER_CHARACTER = 0.06

const pitchHz = (voice: string): number => 160 + 2 * (createHash('sha256').update(voice).digest()[0] ?? 0)

/** How long the sandbox speaks a text, at that many times its normal pace. */
export const sandboxSpeechSeconds = (text: string, speed = 1): number =>
  Math.max(MIN_SECONDS, (Array.from(text).length * SECONDS_PER_CHARACTER) / speed)

/** One second of the tone. Whole waves fit into it, so seconds follow one another without a click. */
const oneSecond = (voice: string): Buffer => {
  const samples = Buffer.alloc(SAMPLE_RATE_HZ * 2)
  const step = (2 * Math.PI * pitchHz(voice)) / SAMPLE_RATE_HZ
  for (let index = 0; index < SAMPLE_RATE_HZ; index += 1) {
    samples.writeInt16LE(Math.round(AMPLITUDE * Math.sin(step * index)), index * 2)
  }
  return samples
}

/** A tone in place of speech: as long as the text takes to read, in a pitch of the voice's own. */
export const sandboxPcm = (text: string, voice: string, speed = 1): Pcm => {
  const count = Math.round(sandboxSpeechSeconds(text, speed) * SAMPLE_RATE_HZ)
  return { samples: Buffer.alloc(count * 2, oneSecond(voice)), sampleRateHz: SAMPLE_RATE_HZ, channels: 1 }
}
