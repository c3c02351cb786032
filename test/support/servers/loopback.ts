import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A server that listens on the loopback address. */
export interface LoopbackServer {
  readonly port: number
  /** The address of a server that speaks HTTP, without a path. */
  readonly origin: string
  /** How many connections are open now. */
  openConnections(): number
  /** Breaks every connection and resolves when the server has ended, also where it had ended before. */
  close(): Promise<void>
}

/** Has a server listen on the loopback address, on a free port where none is named. */
export const listenOnLoopback = async (server: Server, port = 0): Promise<LoopbackServer> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: takenPort } = server.address() as AddressInfo
  return {
    port: takenPort,
    origin: `http://127.0.0.1:${takenPort}`,
    openConnections: () => sockets.size,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** A port that no process listens on at this moment, for programs that need a port number. */
export const freePort = async (): Promise<number> => {
  const probe = await listenOnLoopback(createServer())
  await probe.close()
  return probe.port
}
