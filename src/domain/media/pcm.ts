/** Uncompressed sound: signed 16-bit little-endian samples, channels interleaved. */
export interface Pcm {
  readonly samples: Uint8Array
  readonly sampleRateHz: number
  readonly channels: 1 | 2
}

export const BYTES_PER_SAMPLE = 2
