import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Swallows every byte in both directions, of running connections too, until `heal`. */
  blackhole(): void
  /** As `blackhole`, from the moment that a client's packet with this text has been passed on. */
  blackholeAfter(text: string): void
  /** Connections that lost bytes while the way was blocked stay dead, as they would be. */
  heal(): void
  /** Breaks every connection and accepts none, as a server that has died, until `reopen`. */
  refuse(): Promise<void>
  reopen(): Promise<void>
  /** How many connections there were until now. */
  opened(): number
  close(): Promise<void>
}

/** Stands between a client and a server on this machine and fails as networks do. */
export const startTcpProxy = async (targetPort: number): Promise<TcpProxy> => {
  const sockets = new Set<Socket>()
  let isBlocked = false
  let lastWords: string | null = null
  let opened = 0
  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    track(client)
    opened += 1
    if (isBlocked) return
    const upstream = track(connect(targetPort, '127.0.0.1'))
    let isDead = false
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (bytes) => {
        isDead ||= isBlocked
        if (!isDead) to.write(bytes)
        if (from === client && lastWords !== null) isBlocked ||= bytes.includes(lastWords)
      })
      from.on('close', () => to.destroy())
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        if (address === null || typeof address === 'string') reject(new Error('no port'))
        else resolve(address.port)
      })
    })
  const shut = (): Promise<void> =>
    new Promise((closed) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => closed())
    })
  const port = await listen(0)
  return {
    port,
    blackhole: () => void (isBlocked = true),
    blackholeAfter: (text) => void (lastWords = text),
    heal: () => {
      isBlocked = false
      lastWords = null
    },
    refuse: shut,
    reopen: async () => {
      await listen(port)
    },
    opened: () => opened,
    close: shut,
  }
}
