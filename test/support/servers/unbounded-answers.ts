import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

const PIECE = Buffer.alloc(64 * 1024, ' ')

/** Answers without an end, as fast as they are taken. */
export const sendEndless = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = (): void => {
    while (!response.destroyed && response.write(PIECE));
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
