import type { UrlFetchLimits } from '../../application/ports/media/url-fetcher.ts'
import { pipeline } from 'node:stream'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The decoded body is longer than allowed. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Passes a body on up to the limit. */
const upTo = async function* (body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of body) {
    total += chunk.length
    if (total > maxBytes) throw new BodyTooLargeError(`longer than ${maxBytes} bytes`)
    yield chunk
  }
}

const decoded = (body: Readable, encoding: string, maxBytes: number): AsyncIterable<Uint8Array> => {
  if (encoding === '' || encoding === 'identity') return body
  const decoder = DECODERS[encoding]
  if (decoder === undefined) throw new Error('an encoding that was not asked for')
  // The reader of the decoder gets every error of both streams. The callback only marks the error as handled.
  return pipeline(upTo(body, maxBytes), decoder(), () => undefined)
}

/**
 * Reads a body to its end, or throws at the first byte over the limit. The limit holds for the sent bytes and for the
 * decoded bytes: a small compressed body cannot become a large one, and a large one not pass as one of no bytes. The
 * fetcher asks for no encoding but decodes one, because some servers send it anyway. Several encodings on one body are
 * refused. While the memory has no room the server waits.
 */
export const readBounded = async (
  body: Readable,
  encoding: string,
  { maxBytes, memory }: Pick<UrlFetchLimits, 'maxBytes' | 'memory'>,
): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of upTo(decoded(body, encoding.trim().toLowerCase(), maxBytes), maxBytes)) {
    chunks.push(chunk)
    await memory?.bring(chunk.length)
  }
  return Buffer.concat(chunks)
}
