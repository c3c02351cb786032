import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import type { ResolveHost } from './name-resolver.ts'

/** The address of the connection is one that must not be reached. */
class UnsafeAddressError extends Error {
  override readonly name = 'UnsafeAddressError'
}

interface GuardedConnectorOptions {
  readonly resolve: ResolveHost
  /** Called for every address of a name, at the moment of connecting. */
  readonly isAllowed: (address: string, port: number) => boolean
  readonly connectTimeoutMs: number
  /** Of what the connection is for: it also ends the resolving of the name. */
  readonly signal: AbortSignal
}

const checkedAddresses = async (
  options: GuardedConnectorOptions,
  host: string,
  port: number,
): Promise<readonly LookupAddress[]> => {
  const addresses = await options.resolve(host, options.signal)
  const unsafeAddress = addresses.find(({ address }) => !options.isAllowed(address, port))
  if (unsafeAddress !== undefined) throw new UnsafeAddressError(`${host} leads to ${unsafeAddress.address}`)
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  return addresses
}

/**
 * The check and the connection must see the same addresses. Otherwise a name could resolve to a private address at
 * the second lookup (DNS rebinding). So the check is the socket's own lookup: it resolves once, judges every address,
 * and the socket connects to a judged address.
 */
const guardedLookup = (options: GuardedConnectorOptions, port: number): LookupFunction => {
  const check = callbackify(checkedAddresses)
  return (host, { all }, callback) => {
    check(options, host, port, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) callback(error, '')
      else if (all === true) callback(null, [...addresses])
      else callback(null, first.address, first.family)
    })
  }
}

/** Node calls no lookup for literal addresses, so they are judged before the socket exists. */
export const guardedConnector =
  (options: GuardedConnectorOptions): buildConnector.connector =>
  (target, callback) => {
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
    const host = target.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !options.isAllowed(host, port)) {
      callback(new UnsafeAddressError(`${host} must not be reached`), null)
      return
    }
    const connect = buildConnector({
      allowH2: false,
      timeout: options.connectTimeoutMs,
      maxCachedSessions: 0,
      lookup: guardedLookup(options, port),
      autoSelectFamily: true,
    })
    connect(target, callback)
  }

/** The library wraps errors of sockets, and an AggregateError holds them when several addresses were tried. */
export const isUnsafe = (thrown: unknown): boolean =>
  thrown instanceof UnsafeAddressError ||
  (thrown instanceof AggregateError && thrown.errors.some(isUnsafe)) ||
  (thrown instanceof Error && thrown.cause !== undefined && isUnsafe(thrown.cause))
