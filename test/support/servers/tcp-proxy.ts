import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { listenOnLoopback } from './loopback.ts'

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
  /** From now on the first bytes of a connection are passed on so much later, as by a server with much else to do. */
  answerLate(ms: number): void
  /** How many connections there were until now. */
  opened(): number
  close(): Promise<void>
}

/** Stands between a client and a server on this machine and fails as networks do. */
export const startTcpProxy = async (targetPort: number): Promise<TcpProxy> => {
  let isBlocked = false
  let lastWords: string | null = null
  let opened = 0
  let lateMs = 0
  const passOn = (client: Socket): void => {
    const upstream = connect(targetPort, '127.0.0.1').on('error', () => undefined)
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
  }
  const server = createServer((client) => {
    client.on('error', () => undefined)
    opened += 1
    if (isBlocked) return
    if (lateMs === 0) passOn(client)
    else setTimeout(() => passOn(client), lateMs)
  })
  let listening = await listenOnLoopback(server)
  const { port } = listening
  const close = (): Promise<void> => listening.close()
  return {
    port,
    blackhole: () => void (isBlocked = true),
    blackholeAfter: (text) => void (lastWords = text),
    heal: () => {
      isBlocked = false
      lastWords = null
    },
    refuse: close,
    answerLate: (ms) => void (lateMs = ms),
    reopen: async () => {
      listening = await listenOnLoopback(server, port)
    },
    opened: () => opened,
    close,
  }
}
