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
  const bare = address.split('%', 1)[0] ?? ''
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

const isIpv4 = (text: string): boolean => {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

/** The eight 16-bit groups of an IPv6 address, or null if it is none. */
const ipv6Groups = (text: string): readonly number[] | null => {
  const halves = withHexTail(text).split('::')
  if (halves.length > 2) return null
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.map((group) => Number.parseInt(group, 16))
}

/** Writes a dotted tail (`::ffff:192.0.2.1`) as two hexadecimal groups. */
const withHexTail = (text: string): string => {
  const cut = text.lastIndexOf(':') + 1
  const tail = text.slice(cut)
  if (cut === 0 || !isIpv4(tail)) return text
  const [a = 0, b = 0, c = 0, d = 0] = tail.split('.').map(Number)
  return `${text.slice(0, cut)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

const mappedIpv4 = (groups: readonly number[]): string | null => {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}` : null
}
