import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Dispatcher } from 'undici'
import { incomingBody, readBytes, readText } from './incoming-body.ts'
import type { ReadArrived } from './incoming-body.ts'
import { abandoned, deadlinePassed, transportFailure } from './transport-failure.ts'
import type { TransportFailure } from './transport-failure.ts'

export interface UpstreamGet {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Aborting closes the connection; whatever is pending answers `cut`. */
  readonly signal?: AbortSignal | undefined
  readonly headTimeoutMs: number
  readonly bodyTimeoutMs: number
  /** Of the whole exchange, counted from now. */
  readonly deadlineMs: number
}

export interface UpstreamPost extends UpstreamGet {
  readonly body: string | Uint8Array
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>

/** An answer whose head has arrived. Read it to its end, or `release` or `cancel` it. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: UpstreamHeaders
  readonly read: ReadArrived
  /** The rest of the body as one text; `bad_answer` (and closed) if it exceeds the bound. */
  text(maxBytes: number): Promise<Either<TransportFailure, string>>
  /** The same as it came. */
  bytes(maxBytes: number): Promise<Either<TransportFailure, Uint8Array>>
  /** Nobody reads on. The connection is kept for the next call if the upstream ends within a second. */
  release(): void
  /** Closes the connection now. */
  cancel(): void
}

/** Sends one request and resolves with the head of its answer. Redirects are answers like any other. */
export const exchange = (
  dispatcher: Dispatcher,
  request: UpstreamGet | UpstreamPost,
): Promise<Either<TransportFailure, UpstreamAnswer>> => {
  if (request.signal?.aborted) return Promise.resolve(left(abandoned))
  return new Promise((resolve) => {
    const body = incomingBody()
    let sent = false
    let headSeen = false
    let controller: Dispatcher.DispatchController | null = null

    const finish = (failure: TransportFailure | null): void => {
      if (body.hasEnded()) return
      clearTimeout(deadline)
      request.signal?.removeEventListener('abort', onAbort)
      body.end(failure)
      if (!headSeen && failure !== null) resolve(left(failure))
    }
    const breakOff = (failure: TransportFailure): void => {
      if (body.hasEnded()) return
      finish(failure)
      controller?.abort(new Error(failure.message))
    }
    const onAbort = (): void => breakOff(abandoned)
    const deadline = setTimeout(() => breakOff(deadlinePassed), request.deadlineMs)
    request.signal?.addEventListener('abort', onAbort, { once: true })

    dispatcher.dispatch(
      {
        origin: request.origin,
        path: request.path,
        method: 'body' in request ? 'POST' : 'GET',
        headers: request.headers,
        body: 'body' in request ? request.body : null,
        headersTimeout: request.headTimeoutMs,
        bodyTimeout: request.bodyTimeoutMs,
      },
      {
        onRequestStart: (started) => {
          if (body.hasEnded()) return started.abort(new Error('The call ended before it was sent.'))
          sent = true
          controller = started
        },
        onResponseStart: (started, status, headers) => {
          if (status < 200) return
          headSeen = true
          body.attach(started, breakOff)
          resolve(
            right({
              status,
              headers,
              read: body.read,
              text: (maxBytes) => readText(body.read, breakOff, maxBytes),
              bytes: (maxBytes) => readBytes(body.read, breakOff, maxBytes),
              release: body.release,
              cancel: onAbort,
            }),
          )
        },
        onResponseData: (_, packet) => body.push(packet),
        onResponseEnd: () => finish(null),
        onResponseError: (_, error) => finish(transportFailure(error, sent)),
      },
    )
  })
}
