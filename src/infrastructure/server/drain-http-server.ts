import type { Server } from 'node:http'

const IDLE_CHECK_MS = 50

interface HttpDrain {
  /** Takes no new connections from now on; requests under way go on. */
  stopListening(): void
  /** Resolves when the last connection is gone; those still busy after `timeoutMs` are cut. Returns how many. */
  drain(timeoutMs: number): Promise<number>
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null ? count : 0))
  })

/** Lets an HTTP server finish what it began. Kept-alive connections are closed as soon as they fall idle. */
export const httpDrain = (server: Server): HttpDrain => {
  let closed: Promise<void> | undefined
  const stopListening = (): void => {
    if (closed !== undefined) return
    closed = new Promise((resolve) => {
      server.close(() => resolve())
    })
    // A client that never pauses on its kept-alive connection sends its next request on another one.
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  }
  const drain = async (timeoutMs: number): Promise<number> => {
    stopListening()
    let cut = 0
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
    const timer = setTimeout(() => {
      void connectionsOf(server).then((count) => {
        cut = count
        server.closeAllConnections()
      })
    }, timeoutMs)
    await closed
    clearInterval(idle)
    clearTimeout(timer)
    return cut
  }
  return { stopListening, drain }
}
