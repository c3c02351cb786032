import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { judgeStall } from './stall.ts'
import type { Look, Mark, StallRule } from './stall.ts'

export interface StallLimits {
  /** A client that moves nothing of what it owes for so long is let go. */
  readonly stallMs: number
  /**
   * A client that takes a long answer more slowly is let go once `paceAfterMs` have passed: until the answer is out, it
   * stands in memory, or a file of it is open. So is one that sends a body more slowly.
   */
  readonly leastBytesPerSecond: number
  readonly paceAfterMs: number
  /** How often connections are looked at: a client may have so much more, twice. */
  readonly checkEveryMs: number
  /** How long a connection that was closed from here may wait for its client to close it too. */
  readonly lingerMs: number
}

/** Kernels take what is written in pieces of about this size, so an honest client that is slow moves more at once. */
const MIN_TAKEN_BYTES = 16_384

interface Watched {
  taking: Mark | null
  sending: Mark | null
  closing: Mark | null
}

/** A closing connection moves nothing. */
const NO_PACE = { leastBytesPerSecond: 0, paceAfterMs: 0 }

const NOTHING_OWED: Look = { owed: 0, moved: 0 }

/** Bytes that wait here for the client, and those of ours that the kernel has taken for it. */
const takingOf = (socket: Socket): Look => ({
  owed: socket.writableLength,
  moved: socket.bytesWritten - socket.writableLength,
})

/**
 * A body that was announced and for which something here is waiting. What lies unread here is not owed by the client.
 */
const sendingOf = (socket: Socket, latest: ServerResponse | undefined): Look => {
  if (latest === undefined || latest.req.complete || latest.writableEnded) return NOTHING_OWED
  const isAwaited = latest.req.readableLength === 0 && !socket.isPaused()
  return { owed: isAwaited ? 1 : 0, moved: socket.bytesRead }
}

/** This side has sent everything, and the client keeps its side open. */
const closingOf = (socket: Socket): Look => ({ owed: socket.writableFinished ? 1 : 0, moved: 0 })

const timedOut = (): Error =>
  Object.assign(new Error('the client sent too little of the body it announced'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/**
 * Cuts the connections of clients that stall: that take none of the bytes waiting for them, or too few of a long
 * answer, or send none of a body they announced, or too little of it for long. It stands below every endpoint, at the
 * socket, so it covers all of them; what depends on the connection (an upstream call, a hold, an open file) ends by the
 * response's `close`, as with a client that disconnected. While a provider is silent no bytes wait, and no time counts.
 * One timer looks at all connections.
 */
export const watchStalls = (
  server: Server,
  /** The answer to the request that came last on a connection. */
  latestOn: (socket: Socket) => ServerResponse | undefined,
  limits: StallLimits,
): void => {
  const connections = new Map<Socket, Watched>()
  const { stallMs, lingerMs, leastBytesPerSecond, paceAfterMs } = limits
  const pace = { leastBytesPerSecond, paceAfterMs }
  const taking: StallRule = { afterMs: stallMs, leastBytes: MIN_TAKEN_BYTES, ...pace }
  const sending: StallRule = { afterMs: stallMs, leastBytes: 1, ...pace }
  const closing: StallRule = { afterMs: lingerMs, leastBytes: 1, ...NO_PACE }

  const look = (socket: Socket, watched: Watched, now: number): void => {
    const taken = judgeStall(watched.taking, takingOf(socket), now, taking)
    const closed = judgeStall(watched.closing, closingOf(socket), now, closing)
    if (taken.tag === 'stalled' || closed.tag === 'stalled') {
      // A plain close would leave what the kernel has taken, megabytes of it, waiting there for the client.
      socket.resetAndDestroy()
      return
    }
    const sent = judgeStall(watched.sending, sendingOf(socket, latestOn(socket)), now, sending)
    if (sent.tag === 'stalled') server.emit('clientError', timedOut(), socket)
    watched.taking = taken.mark
    watched.closing = closed.mark
    watched.sending = sent.tag === 'stalled' ? null : sent.mark
  }
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, watched] of connections) look(socket, watched, now)
  }, limits.checkEveryMs)
  timer.unref()

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { taking: null, sending: null, closing: null })
    socket.once('close', () => connections.delete(socket))
  })
  server.once('close', () => clearInterval(timer))
}
