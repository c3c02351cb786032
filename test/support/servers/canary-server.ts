import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CanaryServer {
  readonly port: number
  readonly requests: readonly IncomingMessage[]
  /** Connections, also those that never asked for anything. */
  readonly connectionCount: () => number
  readonly close: () => Promise<void>
}

/** A server on the loopback address that records its visitors. */
export const openCanary = async (answer: RequestListener, port = 0, host = '127.0.0.1'): Promise<CanaryServer> => {
  const requests: IncomingMessage[] = []
  let connections = 0
  const server: Server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  server.on('connection', () => (connections += 1))
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connectionCount: () => connections,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
