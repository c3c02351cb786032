import { connect } from 'node:net'
import type { Socket } from 'node:net'

export interface Exchange {
  readonly status: number
  /** Milliseconds from the last byte of the request to the first `data:` of a stream, or to the end. */
  readonly firstByteMs: number
  readonly totalMs: number
  /** The longest time between two arrivals of bytes of this answer. */
  readonly longestGapMs: number
  /** Server-sent events with content, for streams. */
  readonly events: number
}

export interface LoadConnection {
  send(request: Buffer): Promise<Exchange>
  close(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const EVENT = Buffer.from('data: {')

const countEvents = (bytes: Buffer): number => {
  let count = 0
  for (let at = bytes.indexOf(EVENT); at !== -1; at = bytes.indexOf(EVENT, at + EVENT.length)) count += 1
  return count
}

interface Reading {
  readonly begunAt: number
  readonly done: (exchange: Exchange) => void
  readonly failed: (error: Error) => void
  parts: Buffer[]
  received: number
  firstByteAt: number
  lastByteAt: number
  longestGapMs: number
  /** Bytes of the whole answer, once its head says so; Infinity for a chunked one. */
  wanted: number
}

const readHead = (reading: Reading): void => {
  const bytes = Buffer.concat(reading.parts)
  const headEnd = bytes.indexOf(HEAD_END)
  reading.parts = [bytes]
  if (headEnd === -1) return
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, headEnd + 2))?.[1]
  reading.wanted = length === undefined ? Number.POSITIVE_INFINITY : headEnd + 4 + Number(length)
}

const isWhole = (reading: Reading, latest: Buffer): boolean => {
  if (reading.wanted === 0) return false
  if (Number.isFinite(reading.wanted)) return reading.received >= reading.wanted
  const tail = latest.length >= LAST_CHUNK.length ? latest : Buffer.concat(reading.parts)
  return tail.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
}

const exchangeOf = (reading: Reading): Exchange => {
  const now = performance.now()
  const bytes = Buffer.concat(reading.parts)
  return {
    status: Number(bytes.toString('latin1', 9, 12)),
    firstByteMs: (reading.firstByteAt || now) - reading.begunAt,
    totalMs: now - reading.begunAt,
    longestGapMs: reading.longestGapMs,
    events: Number.isFinite(reading.wanted) ? 0 : countEvents(bytes),
  }
}

/**
 * One keep-alive connection over a bare socket: a client library would take as much of the processor as the
 * server under test. Good for the answers of this bench only.
 */
export const openLoadConnection = (port: number): Promise<LoadConnection> =>
  new Promise((resolve, reject) => {
    let reading: Reading | null = null
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const fail = (error: Error): void => {
      reading?.failed(error)
      reading = null
      reject(error)
    }
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the target closed the connection')))
    socket.on('data', (bytes: Buffer) => {
      if (reading === null) return
      reading.parts.push(bytes)
      reading.received += bytes.length
      const now = performance.now()
      if (reading.lastByteAt > 0) reading.longestGapMs = Math.max(reading.longestGapMs, now - reading.lastByteAt)
      reading.lastByteAt = now
      if (reading.wanted === 0) readHead(reading)
      if (reading.firstByteAt === 0 && bytes.includes(EVENT)) reading.firstByteAt = now
      if (!isWhole(reading, bytes)) return
      const finished = reading
      reading = null
      finished.done(exchangeOf(finished))
    })
    socket.on('connect', () =>
      resolve({
        send: (request) =>
          new Promise<Exchange>((done, failed) => {
            const begunAt = performance.now()
            const nothingYet = { received: 0, firstByteAt: 0, lastByteAt: 0, longestGapMs: 0, wanted: 0 }
            reading = { begunAt, done, failed, parts: [], ...nothingYet }
            socket.write(request)
          }),
        close: () => socket.destroy(),
      }),
    )
  })
