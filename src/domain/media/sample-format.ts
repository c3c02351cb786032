import { viewOf } from './byte-reading.ts'

/** The form of one sample, little-endian. */
export interface SampleFormat {
  /** 8 (unsigned), 16, 24 or 32; with `float` always 32. */
  readonly bits: number
  readonly float: boolean
}

const reader = (view: DataView, format: SampleFormat): ((offset: number) => number) => {
  if (format.float) {
    return (offset) => Math.round(Math.max(-1, Math.min(1, view.getFloat32(offset, true))) * 32_767)
  }
  if (format.bits === 8) return (offset) => (view.getUint8(offset) - 128) << 8
  // The two highest bytes of a longer sample are the sample at 16 bits.
  const skipped = format.bits / 8 - 2
  return (offset) => view.getInt16(offset + skipped, true)
}

/** The same samples as signed 16-bit little-endian numbers. Returns the same bytes if they have that form already. */
export const to16Bit = (data: Uint8Array, format: SampleFormat): Uint8Array => {
  if (format.bits === 16) return data
  const width = format.bits / 8
  const count = Math.floor(data.length / width)
  const read = reader(viewOf(data), format)
  const samples = new Uint8Array(count * 2)
  const out = viewOf(samples)
  for (let index = 0; index < count; index += 1) out.setInt16(index * 2, read(index * width), true)
  return samples
}
