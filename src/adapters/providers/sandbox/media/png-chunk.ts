import { crc32 } from 'node:zlib'

/** A chunk of a PNG: its length, its name, its data and a checksum. */
export const pngChunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), 4 + body.length)
  return framed
}
