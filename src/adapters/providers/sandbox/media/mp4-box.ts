/** A part of a box: whole bytes, or a number of that many bytes. */
export const uint = (value: number, bytes: 1 | 2 | 4): Uint8Array => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

export const zeros = (count: number): Uint8Array => Buffer.alloc(count)

export const text = (value: string): Uint8Array => Buffer.from(value, 'latin1')

/** One box of an ISO base media file: length, name, content. */
export const box = (type: string, parts: readonly Uint8Array[]): Uint8Array => {
  const length = parts.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([uint(length, 4), text(type), ...parts])
}

/** A box that begins with a version of 0 and three bytes of flags. */
export const fullBox = (type: string, flags: number, parts: readonly Uint8Array[]): Uint8Array =>
  box(type, [uint(flags, 4), ...parts])

/** A table: the number of rows, then the rows of 32-bit numbers. */
export const tableBox = (type: string, rows: readonly (readonly number[])[]): Uint8Array =>
  fullBox(type, 0, [uint(rows.length, 4), ...rows.flat().map((value) => uint(value, 4))])
