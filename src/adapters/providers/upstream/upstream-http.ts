import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import { incomingBody } from './incoming-body.ts'
import { abandoned, deadlinePassed, transportFailure } from './transport-failure.ts'
import type { TransportFailure } from './transport-failure.ts'

export interface UpstreamGet {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Aborting closes the connection; a pending read resolves with `cut`. */
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

/** The first value of a header; null if it is absent. */
export const headerOf = (headers: UpstreamHeaders, name: string): string | null => {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** A response whose head has arrived. Its reader reads it to the end, or calls `release` or `cancel`. */
export interface UpstreamResponse {
  readonly status: number
  readonly headers: UpstreamHeaders
  /**
   * All that has arrived since the last read, null at the end; after a failure or the end always the same. One read at
   * a time.
   */
  readonly read: () => Promise<Either<TransportFailure, Buffer | null>>
  /**
   * The rest of the body in one piece; `too_large` (and closed) if it exceeds the bound. Its bytes count in the
   * memory, where there is one, and while there is no room the upstream waits.
   */
  readonly bytes: (maxBytes: number, memory?: HeldMemory) => Promise<Either<TransportFailure, Buffer>>
  /** Drops the rest of the body. The connection serves the next call if the upstream ends within a second. */
  release(): void
  /** Closes the connection now. */
  cancel(): void
}

/** Sends one request and resolves with the head of its answer. Redirects are answers like any other. */
const exchange = (
  dispatcher: Dispatcher,
  request: UpstreamGet | UpstreamPost,
): Promise<Either<TransportFailure, UpstreamResponse>> => {
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
              bytes: body.collect,
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

/** The connections to all upstreams of this process; one pool an origin, shared by every provider. */
export interface UpstreamHttp {
  post(request: UpstreamPost): Promise<Either<TransportFailure, UpstreamResponse>>
  get(request: UpstreamGet): Promise<Either<TransportFailure, UpstreamResponse>>
  /** Closes every connection, breaking calls that still run. */
  close(): Promise<void>
}

interface UpstreamHttpOptions {
  readonly connectTimeoutMs: number
  readonly maxConnectionsPerOrigin: number
  /** How long an idle connection is kept where the upstream does not say. */
  readonly keepAliveTimeoutMs: number
}

const DEFAULT_UPSTREAM_HTTP: UpstreamHttpOptions = {
  connectTimeoutMs: 5_000,
  maxConnectionsPerOrigin: 4_096,
  keepAliveTimeoutMs: 4_000,
}

export const upstreamHttp = (options: Partial<UpstreamHttpOptions> = {}): UpstreamHttp => {
  const { connectTimeoutMs, maxConnectionsPerOrigin, keepAliveTimeoutMs } = { ...DEFAULT_UPSTREAM_HTTP, ...options }
  const agent = new Agent({
    connections: maxConnectionsPerOrigin,
    connectTimeout: connectTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    pipelining: 1,
    // One call a connection: cancelling a call is closing its socket, and a broken one takes no other call with it.
    allowH2: false,
  })
  return {
    post: (request) => exchange(agent, request),
    get: (request) => exchange(agent, request),
    close: () => agent.destroy(),
  }
}
