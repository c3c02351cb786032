import type { ServerResponse } from 'node:http'
import { waitForDrain } from './wait-for-drain.ts'

/**
 * What leaves in one write. Progress of a slow client can be seen only when a write is through, so it must be little
 * enough for an honest one to take within the time that a stalled one is given.
 */
export const WRITE_CHUNK_BYTES = 65_536

/** Pieces of a body without copying it. */
export const chunksOf = function* (body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += WRITE_CHUNK_BYTES) yield body.subarray(at, at + WRITE_CHUNK_BYTES)
}

/** Ends a response with a body, as fast as the client takes it. Resolves also when the client has left. */
export const endInChunks = async (response: ServerResponse, body: Uint8Array): Promise<void> => {
  for (const chunk of chunksOf(body)) {
    if (response.destroyed) return
    if (!response.write(chunk)) await waitForDrain(response)
  }
  if (!response.destroyed) response.end()
}
