import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import { listenOnLoopback } from './loopback.ts'

export interface CanaryServer {
  readonly port: number
  readonly requests: readonly IncomingMessage[]
  /** Connections, also those that never asked for anything. */
  readonly connectionCount: () => number
  readonly close: () => Promise<void>
}

/** A server on the loopback address that records its visitors. */
export const openCanary = async (answer: RequestListener, port = 0): Promise<CanaryServer> => {
  const requests: IncomingMessage[] = []
  let connections = 0
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  server.on('connection', () => (connections += 1))
  const listening = await listenOnLoopback(server, port)
  return {
    port: listening.port,
    requests,
    connectionCount: () => connections,
    close: listening.close,
  }
}
