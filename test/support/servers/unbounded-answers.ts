import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

const PIECE = Buffer.alloc(64 * 1024, ' ')
/** Behind these the answer is silent, so that a client without a bound waits and does not fill the memory. */
const MAX_PIECES = 1_000

/** Answers without an end, as fast as they are taken. */
export const sendEndless = (response: ServerResponse): void => {
  let sent = 0
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = (): void => {
    while (!response.destroyed && sent < MAX_PIECES && response.write(PIECE)) sent += 1
  }
  response.on('drain', more)
  more()
}

/** Answers packed, whatever the client asked for. */
export const sendPacked = (response: ServerResponse, body: unknown): void => {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    .end(gzipSync(JSON.stringify(body)))
}
