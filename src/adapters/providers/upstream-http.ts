import type { Either } from 'fp-ts/lib/Either.js'
import { Agent } from 'undici'
import type { TransportFailure } from './transport-failure.ts'
import { exchange } from './upstream-exchange.ts'
import type { UpstreamAnswer, UpstreamGet, UpstreamPost } from './upstream-exchange.ts'

/** The connections to all upstreams of this process; one pool an origin, shared by every provider. */
export interface UpstreamHttp {
  post(request: UpstreamPost): Promise<Either<TransportFailure, UpstreamAnswer>>
  get(request: UpstreamGet): Promise<Either<TransportFailure, UpstreamAnswer>>
  /** Closes every connection, breaking calls that still run. */
  close(): Promise<void>
}

export interface UpstreamHttpOptions {
  readonly connectTimeoutMs: number
  readonly maxConnectionsPerOrigin: number
  /** How long an idle connection is kept where the upstream does not say. */
  readonly keepAliveTimeoutMs: number
}

export const DEFAULT_UPSTREAM_HTTP: UpstreamHttpOptions = {
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
