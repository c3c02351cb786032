import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Dispatcher } from 'undici'
import { abandoned, responseTooLarge } from './transport-failure.ts'
import type { TransportFailure } from './transport-failure.ts'

/** Received but not yet read bytes at which the socket is paused. */
const HIGH_WATER_BYTES = 256 * 1024

/** How long a connection may take to end by itself once the answer is known to be whole. */
const RELEASE_TIMEOUT_MS = 1_000

/**
 * All that has arrived since the last read, null at the end; after a failure or the end always the same. One read at a
 * time.
 */
export type ReadArrived = () => Promise<Either<TransportFailure, Buffer | null>>

const inOnePiece = (pieces: readonly Buffer[]): Buffer => {
  const [first] = pieces
  return first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces)
}

/** Between the socket, which pushes, and the reader, who pulls. */
export const incomingBody = () => {
  let arrived: Buffer[] = []
  let arrivedBytes = 0
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

  const empty = (): readonly Buffer[] => {
    const taken = arrived
    arrived = []
    arrivedBytes = 0
    if (controller?.paused === true) controller.resume()
    return taken
  }

  /** One read of the socket brings many pieces of a chunked body: its reader wakes when all of them are here. */
  const read: ReadArrived = async () => {
    if (arrived.length === 0 && end === null) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (arrived.length > 0) return right(inOnePiece(empty()))
    return end === null || end === 'whole' ? right(null) : left(end)
  }

  return {
    read,
    hasEnded: (): boolean => end !== null,
    attach: (started: Dispatcher.DispatchController, breaker: (failure: TransportFailure) => void): void => {
      controller = started
      breakOff = breaker
    },
    push: (packet: Buffer): void => {
      if (isReleased || end !== null) return
      arrived.push(packet)
      arrivedBytes += packet.length
      if (arrivedBytes > HIGH_WATER_BYTES) controller?.pause()
      wakeReader()
    },
    end: (failure: TransportFailure | null): void => {
      end = failure ?? 'whole'
      wakeReader()
    },
    /** The reader stops: what still comes is dropped, and a connection that does not end soon is closed. */
    release: (): void => {
      isReleased = true
      if (end !== null) return
      empty()
      setTimeout(() => breakOff(abandoned), RELEASE_TIMEOUT_MS).unref()
    },
  }
}

/** The rest of a body in one piece; beyond the bound it is broken off as `bad_answer`. */
export const readBytes = async (
  read: ReadArrived,
  breakOff: (failure: TransportFailure) => void,
  maxBytes: number,
): Promise<Either<TransportFailure, Buffer>> => {
  const received: Buffer[] = []
  let receivedBytes = 0
  for (;;) {
    const packet = await read()
    if (isLeft(packet)) return packet
    if (packet.right === null) break
    received.push(packet.right)
    receivedBytes += packet.right.length
    if (receivedBytes > maxBytes) {
      breakOff(responseTooLarge)
      return left(responseTooLarge)
    }
  }
  return right(inOnePiece(received))
}

/** The same as one text. */
export const readText = async (
  read: ReadArrived,
  breakOff: (failure: TransportFailure) => void,
  maxBytes: number,
): Promise<Either<TransportFailure, string>> => {
  const bytes = await readBytes(read, breakOff, maxBytes)
  return isLeft(bytes) ? bytes : right(bytes.right.toString('utf8'))
}
