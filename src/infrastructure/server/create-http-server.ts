import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { rejectClientError } from '../../adapters/http/connection/client-error.ts'
import { oneAtATime } from './connections/one-at-a-time.ts'
import type { Handle } from './connections/one-at-a-time.ts'
import { GatheredRequest } from './connections/gathered-request.ts'
import { watchStalls } from './connections/stall-watch.ts'
import type { StallLimits } from './connections/stall-watch.ts'

export interface ServerLimits extends StallLimits {
  /** A client that takes longer to send its head is holding a socket, not making a request. */
  readonly headersMs: number
  /** For the whole request, body included. A slow line needs its minutes for the largest body. */
  readonly wholeRequestMs: number
  /** Longer than the idle timeout of common balancers, so that it is they who close an idle connection. */
  readonly keepAliveMs: number
  readonly maxHeaderBytes: number
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 20_000,
  wholeRequestMs: 300_000,
  keepAliveMs: 75_000,
  stallMs: 30_000,
  leastBytesPerSecond: 16_384,
  paceAfterMs: 60_000,
  lingerMs: 5_000,
  checkEveryMs: 5_000,
  maxHeaderBytes: 16_384,
}

/** A server that no client can hold up, and that says why it cuts a connection wherever it still can. */
export const createHttpServer = (
  handle: Handle,
  nextId: () => string,
  limits: ServerLimits = SERVER_LIMITS,
): Server => {
  const lines = oneAtATime(handle)
  const server = createServer(
    {
      IncomingMessage: GatheredRequest,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.wholeRequestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: limits.maxHeaderBytes,
      noDelay: true,
      // Node would answer without a body and without a request id; the application refuses it in its own shape.
      requireHostHeader: false,
    },
    lines.handle,
  )
  // Node would leave out what stands behind the first thousand headers without a word, and a proxy writes the client's
  // address behind what the client wrote. The bytes of a head are bounded above.
  server.maxHeadersCount = 0
  // Node would ask for the body of `Expect: 100-continue` at once; the application asks when it wants to read it. Any
  // other expectation is ignored, as RFC 9110, section 10.1.1, allows.
  const asAnyOther = (request: IncomingMessage, response: ServerResponse): void => {
    server.emit('request', request, response)
  }
  server.on('checkContinue', asAnyOther)
  server.on('checkExpectation', asAnyOther)
  server.on('clientError', (error: Error & { readonly code?: string }, stream) => {
    const socket = stream as Socket
    const answer = lines.begunOn(socket)
    const isAnswering = answer !== undefined && answer.headersSent && !(answer.closed && answer.req.complete)
    rejectClientError(error, socket, isAnswering, nextId())
  })
  watchStalls(server, lines.latestOn, limits)
  return server
}
