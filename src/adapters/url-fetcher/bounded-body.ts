import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The body, once decoded, is longer than allowed. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

const decoded = (body: Readable, encoding: string): Readable => {
  if (encoding === '' || encoding === 'identity') return body
  const decoder = DECODERS[encoding]
  if (decoder === undefined) throw new Error('an encoding that was not asked for')
  // The reader of the decoder sees every error of the pair; the callback only keeps it from being unhandled.
  return pipeline(body, decoder(), () => undefined)
}

/**
 * Reads a body to its end, or throws at the first byte too many: as it was sent and as it decodes, so that a
 * small compressed body cannot become a large one. Encodings are decoded although none is asked for, as some
 * servers send them anyway; a stack of several is refused.
 */
export const readBounded = async (body: Readable, encoding: string, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of decoded(body, encoding.trim().toLowerCase()) as AsyncIterable<Uint8Array>) {
    total += chunk.length
    if (total > maxBytes) throw new BodyTooLargeError(`longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
