import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pngChunk } from '../../../src/adapters/providers/sandbox/media/png-chunk.ts'

const SMALL = { create: { width: 4, height: 4, channels: 3, background: 'red' } } as const

/** Behind the mark of the format and the header. */
const FIRST_FREE_PLACE = 33

/** A small PNG with these chunks behind its header. */
export const pngWith = async (chunks: readonly Uint8Array[]): Promise<Buffer> => {
  const png = await sharp(SMALL).png().toBuffer()
  return Buffer.concat([png.subarray(0, FIRST_FREE_PLACE), ...chunks, png.subarray(FIRST_FREE_PLACE)])
}

/** A small PNG whose packed texts are so long when they are unpacked. */
export const pngOfTexts = (texts: number, bytesOfEach: number): Promise<Buffer> => {
  const packed = deflateSync(Buffer.alloc(bytesOfEach, 'a'), { level: 9 })
  const textOf = (_: unknown, index: number): Buffer =>
    pngChunk('zTXt', Buffer.concat([Buffer.from(`text ${index}\0\0`, 'latin1'), packed]))
  return pngWith(Array.from({ length: texts }, textOf))
}

const webpChunk = (name: string, data: Uint8Array): Buffer => {
  const framed = Buffer.alloc(8 + data.length + (data.length % 2))
  framed.write(name, 0, 'latin1')
  framed.writeUInt32LE(data.length, 4)
  framed.set(data, 8)
  return framed
}

/** An animation of one size whose frames are all the same. */
export const webpOfFrames = async (frames: number): Promise<Buffer> => {
  const image = (await sharp(SMALL).webp().toBuffer()).subarray(12)
  const [canvas, place] = [Buffer.alloc(10), Buffer.alloc(16)]
  canvas.set([2, 0, 0, 0, 3, 0, 0, 3])
  place.set([3, 0, 0, 3], 6)
  const frame = webpChunk('ANMF', Buffer.concat([place, image]))
  const heads = [Buffer.from('WEBP'), webpChunk('VP8X', canvas), webpChunk('ANIM', Buffer.alloc(6))]
  return webpChunk('RIFF', Buffer.concat([...heads, ...Array<Buffer>(frames).fill(frame)]))
}
