import { ipv6Groups, isIpv4, withoutZone } from '../addresses/ip-address.ts'

/**
 * The bucket of one client address. One IPv4 address is one client; an IPv6 client controls a whole /64, so all of it
 * shares a bucket. An IPv4-mapped IPv6 address counts as the IPv4 address. Every text that is no address shares one
 * bucket, so that a broken proxy header does not open new buckets.
 *
 * Example: `ipBucket('2001:db8::1')` is `ip:2001:db8:0:0::/64`.
 */
export const ipBucket = (address: string): string => `ip:${parse(address).customer}`

/**
 * The network of an address: a /24 or a /64, `unknown` for a text that is no address. Two people who try one account
 * from different places have different networks; one person whose address changes usually keeps the network.
 */
export const networkOf = (address: string): string => parse(address).network

interface CountedAddress {
  readonly customer: string
  readonly network: string
}

const parse = (address: string): CountedAddress => {
  const bare = withoutZone(address)
  if (isIpv4(bare)) return countedIpv4(bare)
  const groups = ipv6Groups(bare)
  if (groups === null) return { customer: 'unknown', network: 'unknown' }
  const mapped = mappedIpv4(groups)
  if (mapped !== null) return countedIpv4(mapped)
  const prefix = groups.slice(0, 4).map((group) => group.toString(16))
  const network = `${prefix.join(':')}::/64`
  return { customer: network, network }
}

const countedIpv4 = (address: string): CountedAddress => ({
  customer: address,
  network: `${address.slice(0, address.lastIndexOf('.'))}.0/24`,
})

const mappedIpv4 = (groups: readonly number[]): string | null => {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}` : null
}
