import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Dispatcher } from 'undici'
import { abandoned, answerTooLarge } from './transport-failure.ts'
import type { TransportFailure } from './transport-failure.ts'

/** Received but not yet read bytes at which the socket is paused. */
const HIGH_WATER_BYTES = 256 * 1024

/** How long a connection may take to end by itself once the answer is known to be whole. */
const RELEASE_TIMEOUT_MS = 1_000

/** The next packet, null at the end; after a failure or the end always the same. One read at a time. */
export type ReadPacket = () => Promise<Either<TransportFailure, Buffer | null>>

/** Between the socket, which pushes, and the reader, who pulls. */
export const incomingBody = () => {
  const packets: Buffer[] = []
  let bufferedBytes = 0
  let end: TransportFailure | 'whole' | null = null
  let wake: (() => void) | null = null
  let isReleased = false
  let controller: Dispatcher.DispatchController | null = null
  let breakOff: (failure: TransportFailure) => void = () => undefined

  const wakeReader = (): void => {
    const waiting = wake
    wake = null
    waiting?.()
  }

  const take = (): Either<TransportFailure, Buffer | null> => {
    const packet = packets.shift()
    if (packet === undefined) return end === null || end === 'whole' ? right(null) : left(end)
    bufferedBytes -= packet.length
    if (bufferedBytes === 0 && controller?.paused === true) controller.resume()
    return right(packet)
  }

  const read: ReadPacket = () =>
    packets.length > 0 || end !== null
      ? Promise.resolve(take())
      : new Promise((resolve) => {
          wake = () => resolve(take())
        })

  return {
    read,
    hasEnded: (): boolean => end !== null,
    attach: (started: Dispatcher.DispatchController, breaker: (failure: TransportFailure) => void): void => {
      controller = started
      breakOff = breaker
    },
    push: (packet: Buffer): void => {
      if (isReleased || end !== null) return
      packets.push(packet)
      bufferedBytes += packet.length
      if (bufferedBytes > HIGH_WATER_BYTES) controller?.pause()
      wakeReader()
    },
    end: (failure: TransportFailure | null): void => {
      end = failure ?? 'whole'
      wakeReader()
    },
    /** Nobody reads on: what still comes is dropped, and a connection that does not end soon is closed. */
    release: (): void => {
      isReleased = true
      packets.length = 0
      bufferedBytes = 0
      if (end !== null) return
      if (controller?.paused === true) controller.resume()
      setTimeout(() => breakOff(abandoned), RELEASE_TIMEOUT_MS).unref()
    },
  }
}

/** The rest of a body in one piece; beyond the bound it is broken off as `bad_answer`. */
export const readBytes = async (
  read: ReadPacket,
  breakOff: (failure: TransportFailure) => void,
  maxBytes: number,
): Promise<Either<TransportFailure, Buffer>> => {
  const received: Buffer[] = []
  let receivedBytes = 0
  for (;;) {
    const packet = await read()
    if (packet._tag === 'Left') return packet
    if (packet.right === null) break
    received.push(packet.right)
    receivedBytes += packet.right.length
    if (receivedBytes > maxBytes) {
      breakOff(answerTooLarge)
      return left(answerTooLarge)
    }
  }
  const [only, ...more] = received
  return right(only !== undefined && more.length === 0 ? only : Buffer.concat(received))
}

/** The same as one text. */
export const readText = async (
  read: ReadPacket,
  breakOff: (failure: TransportFailure) => void,
  maxBytes: number,
): Promise<Either<TransportFailure, string>> => {
  const bytes = await readBytes(read, breakOff, maxBytes)
  return bytes._tag === 'Left' ? bytes : right(bytes.right.toString('utf8'))
}
