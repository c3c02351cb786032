/** Collects bits, most significant first, in the codes of the H.264 specification. */
export interface BitWriter {
  readonly bits: (value: number, width: number) => void
  /** Unsigned Exp-Golomb. */
  readonly ue: (value: number) => void
  /** Zero bits up to the next whole byte. */
  readonly align: () => void
  readonly byte: (value: number, times: number) => void
  /** The bytes with a final one bit, filled up with zeros. */
  readonly finish: () => Uint8Array
}

export const bitWriter = (): BitWriter => {
  const bytes: number[] = []
  let current = 0
  let filled = 0
  const bits = (value: number, width: number): void => {
    for (let bit = width - 1; bit >= 0; bit -= 1) {
      current = (current << 1) | ((value >>> bit) & 1)
      filled += 1
      if (filled === 8) {
        bytes.push(current)
        current = 0
        filled = 0
      }
    }
  }
  const align = (): void => bits(0, (8 - filled) % 8)
  return {
    bits,
    ue: (value) => {
      const width = 32 - Math.clz32(value + 1)
      bits(0, width - 1)
      bits(value + 1, width)
    },
    align,
    byte: (value, times) => {
      for (let count = 0; count < times; count += 1) bits(value, 8)
    },
    finish: () => {
      bits(1, 1)
      align()
      return Uint8Array.from(bytes)
    },
  }
}
