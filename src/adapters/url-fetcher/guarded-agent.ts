import { Agent } from 'undici'
import { isPublicAddress } from '../../domain/addresses/public-address.ts'
import type { UrlRules } from '../../domain/media/public-url.ts'
import { guardedConnector } from './guarded-connector.ts'
import type { ResolveHost } from './name-resolver.ts'

interface GuardedAgentOptions {
  readonly isExempt: UrlRules['isExempt']
  readonly resolve: ResolveHost
  readonly connectTimeoutMs: number
  /** Of what the connections are for: it also ends the resolving of a name. */
  readonly signal: AbortSignal
}

const MAX_HEADER_BYTES = 16_384

/**
 * Connections to public hosts alone, for one request and its redirects, so that bytes that one server left in a
 * connection never reach another caller. Destroy it when the request has ended.
 */
export const guardedAgent = ({ isExempt, resolve, connectTimeoutMs, signal }: GuardedAgentOptions): Agent => {
  const isAllowed = (address: string, port: number): boolean =>
    isPublicAddress(address) === true || isExempt(address, port)
  const connect = guardedConnector({ resolve, isAllowed, connectTimeoutMs, signal })
  return new Agent({ connect, pipelining: 0, maxHeaderSize: MAX_HEADER_BYTES })
}
