import { createMp3Encoder } from 'wasm-media-encoders'
import { BYTES_PER_SAMPLE } from '../../domain/media/pcm.ts'
import type { Pcm } from '../../domain/media/pcm.ts'

/** The usual bit rate for speech in one channel. */
const KILOBITS_PER_CHANNEL = 64

/** The number of frames encoded at a time, so that the floating-point copy of a long sound stays small. */
const SLICE_FRAMES = 65_536

const SCALE = 1 / 32_768

/** Samples of one channel between two frames, from -1 to 1 as the encoder takes them. */
const channelOf = (view: DataView, pcm: Pcm, channel: number, from: number, to: number): Float32Array => {
  const floats = new Float32Array(to - from)
  for (let frame = from; frame < to; frame += 1) {
    floats[frame - from] = view.getInt16((frame * pcm.channels + channel) * BYTES_PER_SAMPLE, true) * SCALE
  }
  return floats
}

const joined = (chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

type EncodeMp3 = (pcm: Pcm) => Uint8Array<ArrayBuffer>

/**
 * Loads the encoder. The returned function encodes one sound after another as MP3 of constant bit rate and blocks its
 * thread during that time (a second of speech takes about five milliseconds). It throws on rates that LAME refuses.
 */
export const loadMp3Encoder = async (): Promise<EncodeMp3> => {
  const encoder = await createMp3Encoder()
  return (pcm) => {
    encoder.configure({
      channels: pcm.channels,
      sampleRate: pcm.sampleRateHz,
      bitrate: pcm.channels === 1 ? KILOBITS_PER_CHANNEL : 128,
    })
    const view = new DataView(pcm.samples.buffer, pcm.samples.byteOffset, pcm.samples.byteLength)
    const frames = pcm.samples.length / (BYTES_PER_SAMPLE * pcm.channels)
    const chunks: Uint8Array[] = []
    for (let from = 0; from < frames; from += SLICE_FRAMES) {
      const to = Math.min(from + SLICE_FRAMES, frames)
      const channels = Array.from({ length: pcm.channels }, (_, channel) => channelOf(view, pcm, channel, from, to))
      // The encoder writes into the same memory again, so each piece is copied.
      chunks.push(encoder.encode(channels).slice())
    }
    chunks.push(encoder.finalize().slice())
    return joined(chunks)
  }
}
