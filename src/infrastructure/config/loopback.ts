import { addressList, normalizeAddress } from '../../adapters/http/request/client-address.ts'

const isLoopback = addressList(['127.0.0.0/8', '::1']) ?? (() => false)

/** Whether a host can be reached from this machine alone. Names other than `localhost` are not looked up. */
export const isLoopbackHost = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare.endsWith('.localhost') || isLoopback(normalizeAddress(bare))
}

/** Null, no public address, is no other machine's either. */
export const isLoopbackUrl = (url: string | null): boolean => url === null || isLoopbackHost(new URL(url).hostname)
