import type { ServerResponse } from 'node:http'
import { drained } from './drained.ts'

/**
 * What leaves in one write. Progress of a slow client can be seen only when a write is through, so it must be little
 * enough for an honest one to take within the time that a stalled one is given.
 */
export const PIECE_BYTES = 65_536

/** Pieces of a body without copying it. */
export const piecesOf = function* (body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES)
}

/** Ends a response with a body, as fast as the client takes it. Resolves also when the client has left. */
export const endInPieces = async (response: ServerResponse, body: Uint8Array): Promise<void> => {
  for (const piece of piecesOf(body)) {
    if (response.destroyed) return
    if (!response.write(piece)) await drained(response)
  }
  if (!response.destroyed) response.end()
}
