import { BlockList, isIP } from 'node:net'
import { withoutZone } from '../../../domain/addresses/ip-address.ts'

/** Whether an address is on a list. A text that is no address is on none. */
export type AddressList = (address: string) => boolean

export const emptyAddressList: AddressList = () => false

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An address without its zone; an IPv4 address mapped into IPv6 (`::ffff:10.0.0.1`) becomes plain IPv4. */
export const normalizeAddress = (address: string): string => {
  if (!address.includes(':') && !address.includes('%')) return address
  const bare = withoutZone(address)
  return MAPPED.exec(bare)?.[1] ?? bare
}

const FAMILY = { 4: 'ipv4', 6: 'ipv6' } as const

const familyOf = (address: string): 'ipv4' | 'ipv6' | null => {
  const version = isIP(address)
  return version === 4 || version === 6 ? FAMILY[version] : null
}

const add = (list: BlockList, entry: string): boolean => {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = familyOf(address)
  if (family === null || rest.length > 0) return false
  if (prefix === undefined) {
    list.addAddress(address, family)
    return true
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (family === 'ipv4' ? 32 : 128)) return false
  list.addSubnet(address, Number(prefix), family)
  return true
}

/** A list of addresses and networks (`10.0.0.0/8`, `2a02:5180::/32`); null when an entry is neither. */
export const addressList = (entries: readonly string[]): AddressList | null => {
  const list = new BlockList()
  if (!entries.every((entry) => add(list, entry))) return null
  return (address) => {
    const plain = normalizeAddress(address)
    const family = familyOf(plain)
    return family !== null && list.check(plain, family)
  }
}

/**
 * The address of the client: the peer, unless it is a trusted proxy; then the address that this proxy appended to
 * `X-Forwarded-For`, and so on from right to left. The first hop that is no trusted proxy is the client; the client
 * itself wrote everything to the left of it. An entry that is no address ends the walk at the proxy that passed it on.
 */
export const forwardedAddress = (peer: string, forwardedFor: string, isTrusted: AddressList): string => {
  let client = normalizeAddress(peer)
  if (forwardedFor === '') return client
  for (const hop of forwardedFor.split(',').reverse()) {
    if (!isTrusted(client)) return client
    const address = normalizeAddress(hop.trim())
    if (isIP(address) === 0) return client
    client = address
  }
  return client
}
