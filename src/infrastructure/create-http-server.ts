import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { answerClientError } from '../adapters/http/client-error.ts'
import { type StallLimits, watchStalls } from './connections/stall-watch.ts'

export interface ServerLimits extends StallLimits {
  /** A client that takes longer to send its head is holding a socket, not making a request. */
  readonly headersMs: number
  /** For the whole request, body included. */
  readonly wholeRequestMs: number
  /** Longer than the idle timeout of common balancers, so that it is they who close an idle connection. */
  readonly keepAliveMs: number
  readonly maxHeaderBytes: number
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 20_000,
  wholeRequestMs: 120_000,
  keepAliveMs: 75_000,
  stallMs: 30_000,
  lingerMs: 5_000,
  checkEveryMs: 5_000,
  maxHeaderBytes: 16_384,
}

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

/** A server that no client can hold up, and that says why it cuts a connection wherever it still can. */
export const createHttpServer = (handle: Handle, limits: ServerLimits = SERVER_LIMITS): Server => {
  const answers = new WeakMap<Socket, ServerResponse>()
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.wholeRequestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: limits.maxHeaderBytes,
      noDelay: true,
    },
    (request, response) => {
      answers.set(request.socket, response)
      void handle(request, response)
    },
  )
  server.on('clientError', (error: Error & { readonly code?: string }, stream) => {
    const socket = stream as Socket
    const answer = answers.get(socket)
    const isAnswering = answer !== undefined && answer.headersSent && !(answer.closed && answer.req.complete)
    answerClientError(error, socket, isAnswering)
  })
  watchStalls(server, limits)
  return server
}
