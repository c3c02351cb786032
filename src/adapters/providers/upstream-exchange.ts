import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Dispatcher } from 'undici'
import { abandoned, answerTooLarge, deadlinePassed, transportFailure } from './transport-failure.ts'
import type { TransportFailure } from './transport-failure.ts'

/** Received but not yet read bytes at which the socket is paused. */
const HIGH_WATER_BYTES = 256 * 1024

/** How long a connection may take to end by itself once the answer is known to be whole. */
const RELEASE_TIMEOUT_MS = 1_000

export interface UpstreamPost {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Aborting closes the connection; whatever is pending answers `cut`. */
  readonly signal: AbortSignal
  readonly headTimeoutMs: number
  readonly bodyTimeoutMs: number
  /** Of the whole exchange, counted from now. */
  readonly deadlineMs: number
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>

/** An answer whose head has arrived. Read it to its end, or `release` or `cancel` it. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: UpstreamHeaders
  /** The next packet, null at the end; after a failure or the end always the same. One read at a time. */
  read(): Promise<Either<TransportFailure, Buffer | null>>
  /** The rest of the body as one text; `bad_answer` (and closed) if it exceeds the bound. */
  text(maxBytes: number): Promise<Either<TransportFailure, string>>
  /** Nobody reads on. The connection is kept for the next call if the upstream ends within a second. */
  release(): void
  /** Closes the connection now. */
  cancel(): void
}

/** Sends one request and resolves with the head of its answer. Redirects are answers like any other. */
export const exchange = (
  dispatcher: Dispatcher,
  post: UpstreamPost,
): Promise<Either<TransportFailure, UpstreamAnswer>> => {
  if (post.signal.aborted) return Promise.resolve(left(abandoned))
  return new Promise((resolve) => {
    const body = incomingBody()
    let sent = false
    let headSeen = false
    let controller: Dispatcher.DispatchController | null = null

    const finish = (failure: TransportFailure | null): void => {
      if (body.ended()) return
      clearTimeout(deadline)
      post.signal.removeEventListener('abort', onAbort)
      body.end(failure)
      if (!headSeen && failure !== null) resolve(left(failure))
    }
    const breakOff = (failure: TransportFailure): void => {
      if (body.ended()) return
      finish(failure)
      controller?.abort(new Error(failure.message))
    }
    const onAbort = (): void => breakOff(abandoned)
    const deadline = setTimeout(() => breakOff(deadlinePassed), post.deadlineMs)
    post.signal.addEventListener('abort', onAbort, { once: true })

    dispatcher.dispatch(
      {
        origin: post.origin,
        path: post.path,
        method: 'POST',
        headers: post.headers,
        body: post.body,
        headersTimeout: post.headTimeoutMs,
        bodyTimeout: post.bodyTimeoutMs,
      },
      {
        onRequestStart: (started) => {
          if (body.ended()) return started.abort(new Error('The call ended before it was sent.'))
          sent = true
          controller = started
        },
        onResponseStart: (started, status, headers) => {
          if (status < 200) return
          headSeen = true
          body.attach(started, breakOff)
          resolve(right({ status, headers, read: body.read, text: body.text, release: body.release, cancel: onAbort }))
        },
        onResponseData: (_, packet) => body.push(packet),
        onResponseEnd: () => finish(null),
        onResponseError: (_, error) => finish(transportFailure(error, sent)),
      },
    )
  })
}

type End = TransportFailure | 'whole'

const incomingBody = () => {
  const packets: Buffer[] = []
  let bufferedBytes = 0
  let end: End | null = null
  let wake: (() => void) | null = null
  let discarding = false
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

  const read = (): Promise<Either<TransportFailure, Buffer | null>> =>
    packets.length > 0 || end !== null
      ? Promise.resolve(take())
      : new Promise((resolve) => {
          wake = () => resolve(take())
        })

  return {
    ended: (): boolean => end !== null,
    attach: (started: Dispatcher.DispatchController, breaker: (failure: TransportFailure) => void): void => {
      controller = started
      breakOff = breaker
    },
    push: (packet: Buffer): void => {
      if (discarding || end !== null) return
      packets.push(packet)
      bufferedBytes += packet.length
      if (bufferedBytes > HIGH_WATER_BYTES) controller?.pause()
      wakeReader()
    },
    end: (failure: TransportFailure | null): void => {
      end = failure ?? 'whole'
      wakeReader()
    },
    read,
    text: async (maxBytes: number): Promise<Either<TransportFailure, string>> => {
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
      return right((received[1] === undefined ? received[0] : Buffer.concat(received))?.toString('utf8') ?? '')
    },
    release: (): void => {
      packets.length = 0
      bufferedBytes = 0
      discarding = true
      if (end !== null) return
      if (controller?.paused === true) controller.resume()
      const impatience = setTimeout(() => breakOff(abandoned), RELEASE_TIMEOUT_MS)
      impatience.unref()
    },
  }
}
