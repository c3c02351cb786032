const segment = (marker: number, body: readonly number[]): readonly number[] => [
  0xff,
  marker,
  (body.length + 2) >> 8,
  (body.length + 2) & 255,
  ...body,
]

/** One code, of one bit, for one symbol. */
const table = (kind: number, symbol: number): readonly number[] =>
  segment(0xc4, [kind, 1, ...Array<number>(15).fill(0), symbol])

/** An end-of-band run covers so many blocks: this symbol stands before 14 bits of what exceeds 2^14. */
const LONGEST_RUN = 0xe0
const FULL_RUN = 2 ** 15 - 1

/** The bits of a scan that changes nothing, for so many blocks. */
const emptyScan = (blocks: number): readonly number[] => {
  let bits = ''
  for (let left = blocks; left > 0; left -= FULL_RUN) bits += `0${'1'.repeat(14)}`
  return (bits.match(/.{1,8}/g) ?? []).flatMap((each) => {
    const byte = Number.parseInt(each.padEnd(8, '1'), 2)
    return byte === 0xff ? [byte, 0] : [byte]
  })
}

/** A grey progressive JPEG, each of whose further scans goes over all pixels and takes a few bytes of the file. */
export const jpegOfScans = (width: number, height: number, scans: number): Buffer => {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const scan = emptyScan(blocks)
  return Buffer.concat([
    Buffer.from([
      0xff,
      0xd8,
      ...segment(0xdb, [0, ...Array<number>(64).fill(16)]),
      ...segment(0xc2, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
      ...table(0x00, 0),
      ...table(0x10, LONGEST_RUN),
      ...segment(0xda, [1, 1, 0, 0, 0, 0]),
    ]),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array.from({ length: scans - 1 }, (_, index) => {
      const frequency = 1 + (index % 63)
      return Buffer.from([...segment(0xda, [1, 1, 0, frequency, frequency, 0]), ...scan])
    }),
    Buffer.from([0xff, 0xd9]),
  ])
}
