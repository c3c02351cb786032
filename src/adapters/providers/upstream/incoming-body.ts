import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Dispatcher } from 'undici'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import { abandoned, responseTooLarge } from './transport-failure.ts'
import type { TransportFailure } from './transport-failure.ts'

/** Received but not yet read bytes at which the socket is paused. */
const HIGH_WATER_BYTES = 256 * 1024

/** Of pieces that are smaller, so many are joined: each costs some hundred bytes beside its own. */
const SMALL_BYTES = 1_024
const MOST_SMALL = 256

/** How long a connection may take to end by itself once the answer is known to be whole. */
const RELEASE_TIMEOUT_MS = 1_000

/** Waits for the whole body. */
interface Collector {
  readonly maxBytes: number
  readonly memory: HeldMemory | undefined
  readonly resolve: (collected: Either<TransportFailure, Buffer>) => void
}

/** A body on its way. Either pieces are read one by one, or a collector waits for all of them. */
interface Arriving {
  pieces: Buffer[]
  /** How many of the last pieces are small and not joined yet. */
  small: number
  bytes: number
  end: TransportFailure | 'whole' | null
  wake: (() => void) | null
  collector: Collector | null
  isReleased: boolean
  /** Runs from the release to the end. While it runs, it keeps the whole call in memory. */
  releaseTimeout: NodeJS.Timeout | null
  controller: Dispatcher.DispatchController | null
  breakOff: (failure: TransportFailure) => void
}

const inOnePiece = (pieces: readonly Buffer[]): Buffer => {
  const [first] = pieces
  return first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces)
}

const resume = ({ controller }: Arriving): void => {
  if (controller?.paused === true) controller.resume()
}

const takePieces = (body: Arriving): readonly Buffer[] => {
  const taken = body.pieces
  body.pieces = []
  body.small = 0
  body.bytes = 0
  resume(body)
  return taken
}

const wakeReader = (body: Arriving): void => {
  const { wake } = body
  body.wake = null
  wake?.()
}

/** Resolves the wait for the whole body once it is here, has failed or is too large. */
const answerCollector = (body: Arriving): void => {
  const { collector, end } = body
  if (collector === null) return
  const { maxBytes, resolve } = collector
  if (body.bytes > maxBytes) {
    body.collector = null
    body.breakOff(responseTooLarge)
    resolve(left(responseTooLarge))
  } else if (end !== null) {
    body.collector = null
    resolve(end === 'whole' ? right(inOnePiece(body.pieces)) : left(end))
  }
}

/** The upstream waits while there is no room for more. */
const countCollected = (body: Arriving, { memory }: Collector, bytes: number): void => {
  const room = memory?.bring(bytes) ?? null
  if (room === null) return
  body.controller?.pause()
  void room.then(() => resume(body))
}

/** A server decides how small its chunks are: what they hold in memory must not be many times their bytes. */
const keep = (body: Arriving, packet: Buffer): void => {
  body.pieces.push(packet)
  body.small = packet.length < SMALL_BYTES ? body.small + 1 : 0
  if (body.small < MOST_SMALL) return
  body.pieces.push(Buffer.concat(body.pieces.splice(-MOST_SMALL)))
  body.small = 0
}

const push = (body: Arriving, packet: Buffer): void => {
  if (body.isReleased || body.end !== null) return
  keep(body, packet)
  body.bytes += packet.length
  if (body.collector !== null) {
    countCollected(body, body.collector, packet.length)
    return answerCollector(body)
  }
  if (body.bytes > HIGH_WATER_BYTES) body.controller?.pause()
  wakeReader(body)
}

/** One read of the socket brings many pieces of a chunked body: its reader wakes when all of them are here. */
const read = async (body: Arriving): Promise<Either<TransportFailure, Buffer | null>> => {
  if (body.pieces.length === 0 && body.end === null) {
    await new Promise<void>((resolve) => {
      body.wake = resolve
    })
  }
  if (body.pieces.length > 0) return right(inOnePiece(takePieces(body)))
  return body.end === null || body.end === 'whole' ? right(null) : left(body.end)
}

const collect = (
  body: Arriving,
  maxBytes: number,
  memory: HeldMemory | undefined,
): Promise<Either<TransportFailure, Buffer>> =>
  new Promise((resolve) => {
    body.collector = { maxBytes, memory, resolve }
    resume(body)
    countCollected(body, body.collector, body.bytes)
    answerCollector(body)
  })

/** The reader stops: what still comes is dropped, and a connection that does not end soon is closed. */
const release = (body: Arriving): void => {
  body.isReleased = true
  if (body.end !== null) return
  takePieces(body)
  body.releaseTimeout = setTimeout(() => body.breakOff(abandoned), RELEASE_TIMEOUT_MS).unref()
}

/** Buffers data between the socket, which pushes, and the reader, which pulls or waits for the whole body. */
export const incomingBody = () => {
  const body: Arriving = {
    pieces: [],
    small: 0,
    bytes: 0,
    end: null,
    wake: null,
    collector: null,
    isReleased: false,
    releaseTimeout: null,
    controller: null,
    breakOff: () => undefined,
  }
  return {
    hasEnded: (): boolean => body.end !== null,
    attach: (controller: Dispatcher.DispatchController, breakOff: Arriving['breakOff']): void => {
      body.controller = controller
      body.breakOff = breakOff
    },
    push: (packet: Buffer): void => push(body, packet),
    end: (failure: TransportFailure | null): void => {
      body.end = failure ?? 'whole'
      if (body.releaseTimeout !== null) clearTimeout(body.releaseTimeout)
      answerCollector(body)
      wakeReader(body)
    },
    /** One read at a time. */
    read: () => read(body),
    /** The rest of the body in one piece; beyond the bound it is broken off as `too_large`. */
    collect: (maxBytes: number, memory?: HeldMemory) => collect(body, maxBytes, memory),
    release: (): void => release(body),
  }
}
