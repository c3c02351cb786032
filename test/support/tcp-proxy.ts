import { createServer, connect, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Swallows every byte in both directions, of running connections too, until `heal`. */
  blackhole(): void
  /** Connections made while the way was blocked stay dead, as they would be. */
  heal(): void
  close(): Promise<void>
}

/** Stands between a client and a server on this machine and fails as networks do. */
export const startTcpProxy = (targetPort: number): Promise<TcpProxy> =>
  new Promise((resolve, reject) => {
    const sockets = new Set<Socket>()
    let isBlocked = false
    const track = (socket: Socket): Socket => {
      sockets.add(socket)
      return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    const server = createServer((client) => {
      track(client)
      if (isBlocked) return
      const upstream = track(connect(targetPort, '127.0.0.1'))
      let isDead = false
      const pass = (from: Socket, to: Socket): void => {
        from.on('data', (bytes) => {
          isDead ||= isBlocked
          if (!isDead) to.write(bytes)
        })
        from.on('close', () => to.destroy())
      }
      pass(client, upstream)
      pass(upstream, client)
    })
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('no port'))
      resolve({
        port: address.port,
        blackhole: () => {
          isBlocked = true
        },
        heal: () => {
          isBlocked = false
        },
        close: () =>
          new Promise((closed) => {
            for (const socket of sockets) socket.destroy()
            server.close(() => closed())
          }),
      })
    })
  })
