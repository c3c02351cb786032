import { parseUrl } from './url-parser.ts'

/** Ranges outside the public internet, by IANA's registry of special-purpose IPv4 addresses. */
const SPECIAL_IPV4: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // At this address Azure answers its virtual machines only.
  '168.63.129.16/32',
]

/** The only part of IPv6 that is handed out for the public internet; mapped and translated IPv4 lies outside it. */
const GLOBAL_IPV6 = '2000::/3'

/** Inside that part: protocol assignments (Teredo among them), 6to4, AS112 and documentation. */
const SPECIAL_IPV6: readonly string[] = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

interface Range {
  readonly bits: number
  /** The first `bits` bits of every address of the range. */
  readonly head: bigint
}

const DOTTED = /^\d{1,3}(?:\.\d{1,3}){3}$/

const ipv4Of = (text: string): bigint | null => {
  if (!DOTTED.test(text)) return null
  const parts = text.split('.').map(Number)
  return parts.some((part) => part > 255) ? null : parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n)
}

const groupsOf = (half: string): readonly string[] => (half === '' ? [] : half.split(':'))

/** The number of an IPv6 address as the URL parser writes it: eight groups, the longest run of zeros as `::`. */
const ipv6Of = (canonical: string): bigint => {
  const [before = '', after] = canonical.split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')]
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

const rangeOf = (text: string, width: 32 | 128): Range => {
  const [address = '', bits = '0'] = text.split('/')
  const value = width === 32 ? (ipv4Of(address) ?? 0n) : ipv6Of(address)
  return { bits: Number(bits), head: value >> BigInt(width - Number(bits)) }
}

const contains = ({ bits, head }: Range, address: bigint, width: 32 | 128): boolean =>
  address >> BigInt(width - bits) === head

const IPV4_RANGES = SPECIAL_IPV4.map((range) => rangeOf(range, 32))
const IPV6_RANGES = SPECIAL_IPV6.map((range) => rangeOf(range, 128))
const GLOBAL = rangeOf(GLOBAL_IPV6, 128)

/** Longer texts are no addresses. The longest address is an IPv6 one with a dotted end. */
const MAX_ADDRESS_CHARACTERS = 45

/**
 * Whether a literal address belongs to the public internet. Null when the text is a name. A text that only looks like
 * an address is not public.
 */
export const isPublicAddress = (host: string): boolean | null => {
  if (!host.includes(':')) {
    const address = ipv4Of(host)
    if (address === null) return DOTTED.test(host) ? false : null
    return !IPV4_RANGES.some((range) => contains(range, address, 32))
  }
  const canonical = host.length > MAX_ADDRESS_CHARACTERS ? null : parseUrl(`http://[${host}]/`)?.hostname
  if (canonical === null || canonical === undefined) return false
  const address = ipv6Of(canonical.slice(1, -1))
  return contains(GLOBAL, address, 128) && !IPV6_RANGES.some((range) => contains(range, address, 128))
}
