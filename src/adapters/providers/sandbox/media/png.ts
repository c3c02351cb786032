import { deflateSync } from 'node:zlib'
import { pngChunk } from './png-chunk.ts'
import { promptColours } from './prompt-colour.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** The side of one field of the board, in pixels; a multiple of 8, as eight pixels share a byte. */
const FIELD_PX = 64
const COLOUR_TYPE_PALETTE = 3

const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([1, COLOUR_TYPE_PALETTE, 0, 0, 0], 8)
  return data
}

/** One row of the board: a filter byte, then a bit for each pixel. */
const row = (width: number, odd: boolean): Buffer => {
  const bits = Buffer.alloc(1 + Math.ceil(width / 8))
  for (let at = 1; at < bits.length; at += 1) {
    bits[at] = (Math.floor(((at - 1) * 8) / FIELD_PX) % 2 === 1) === odd ? 0 : 0xff
  }
  return bits
}

/** A valid PNG of that size: a chequered board in two colours taken from the prompt. A few kilobytes at any size. */
export const sandboxPng = (prompt: string, width: number, height: number): Uint8Array => {
  const rows = [row(width, false), row(width, true)]
  const pixels = Array.from({ length: height }, (_, y) => rows[Math.floor(y / FIELD_PX) % 2] ?? Buffer.alloc(0))
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header(width, height)),
    pngChunk('PLTE', Buffer.from(promptColours(prompt).flat())),
    pngChunk('IDAT', deflateSync(Buffer.concat(pixels), { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
