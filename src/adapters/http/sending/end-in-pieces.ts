import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { waitForDrain } from './wait-for-drain.ts'

/**
 * What leaves in one write. Progress of a slow client can be seen only when a write is through, so it must be little
 * enough for an honest one to take within the time that a stalled one is given.
 */
export const WRITE_PIECE_BYTES = 65_536

/** Pieces of a body without copying it. */
const piecesOf = function* (body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += WRITE_PIECE_BYTES) yield body.subarray(at, at + WRITE_PIECE_BYTES)
}

/**
 * Ends a response with a body in pieces, each asked for when the client has taken those before it. A client that leaves
 * ends the asking. Resolves when all were handed over, or the client has left; rejects where the source does.
 */
export const endWithPieces = async (
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>,
): Promise<void> => {
  try {
    for await (const piece of pieces) {
      if (response.destroyed) return
      if (!response.write(piece)) await waitForDrain(response)
    }
  } catch (error) {
    // What was written leaves in the next turn; the client gets it before the connection is cut.
    await setImmediate()
    throw error
  }
  if (!response.destroyed) response.end()
}

/** The same of a body that is there as a whole. */
export const endInPieces = (response: ServerResponse, body: Uint8Array): Promise<void> =>
  endWithPieces(response, piecesOf(body))
