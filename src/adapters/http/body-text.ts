import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { type Either, left, right } from 'fp-ts/lib/Either.js'

/** `broken`: it ended before its end, or is not what its encoding says. */
export type UnreadBody = 'too_large' | 'unknown_encoding' | 'broken'

/** Without its content encoding; null for one that is not read here. */
const decoded = (request: IncomingMessage): Readable | null => {
  switch (request.headers['content-encoding'] ?? 'identity') {
    case 'identity':
      return request
    case 'gzip':
    case 'deflate':
      return request.pipe(createUnzip())
    case 'br':
      return request.pipe(createBrotliDecompress())
    default:
      return null
  }
}

/** Bytes that are no UTF-8 become U+FFFD; a byte order mark is left out. */
const utf8 = new TextDecoder()

/**
 * A request's body as text, at most so many bytes of it once decoded. Whatever is wrong, the request itself stays
 * open, paused, so that the client can still be told.
 */
export const bodyText = (request: IncomingMessage, mostBytes: number): Promise<Either<UnreadBody, string>> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) return resolve(left('too_large'))
    const source = decoded(request)
    if (source === null) return resolve(left('unknown_encoding'))

    const packets: Buffer[] = []
    let bytes = 0
    const stop = (why: UnreadBody): void => {
      source.off('data', take)
      request.unpipe()
      request.pause()
      if (source !== request) source.destroy()
      resolve(left(why))
    }
    const take = (packet: Buffer): void => {
      bytes += packet.length
      if (bytes > mostBytes) return stop('too_large')
      packets.push(packet)
    }
    source.on('data', take)
    source.once('error', () => stop('broken'))
    source.once('end', () => {
      const [only, ...more] = packets
      resolve(right(utf8.decode(only !== undefined && more.length === 0 ? only : Buffer.concat(packets))))
    })
    request.once('close', () => {
      if (!request.complete) stop('broken')
    })
    return undefined
  })
