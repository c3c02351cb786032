import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'

/** All addresses of a name, as the system's resolver gives them. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>

/** The connection would have led to an address that must not be reached. */
export class UnsafeAddressError extends Error {
  override readonly name = 'UnsafeAddressError'
}

export interface GuardedConnectorOptions {
  readonly resolve: ResolveHost
  /** Judged for every address of a name, at the moment of connecting. */
  readonly isAllowed: (address: string, port: number) => boolean
  readonly connectTimeoutMs: number
}

const checkedAddresses = async (
  options: GuardedConnectorOptions,
  host: string,
  port: number,
): Promise<readonly LookupAddress[]> => {
  const addresses = await options.resolve(host)
  const outlaw = addresses.find(({ address }) => !options.isAllowed(address, port))
  if (outlaw !== undefined) throw new UnsafeAddressError(`${host} leads to ${outlaw.address}`)
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  return addresses
}

/**
 * The resolver and the connection must see the same addresses, or a name that answers differently the second
 * time leads inside. So the socket's own lookup is the check: one resolution, every answer judged, and the socket
 * connects to what was judged.
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

/** Node asks no lookup for literal addresses, so those are judged before the socket exists. */
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
