import { ipv6Groups, isIpv4 } from './ip-address.ts'

/** The addresses that share their first `bits` bits with `groups`, the eight 16-bit groups of an IPv6 address. */
export interface AddressNetwork {
  readonly groups: readonly number[]
  readonly bits: number
}

/** IPv4 is counted as the part of IPv6 into which it is mapped, `::ffff:0:0/96`. */
const MAPPED_BITS = 96

const addressGroups = (text: string): readonly number[] | null =>
  isIpv4(text) ? ipv6Groups(`::ffff:${text}`) : ipv6Groups(text)

/** An address, or a network such as `10.0.0.0/8` or `2001:db8::/32`; null for any other text. */
export const addressNetwork = (text: string): AddressNetwork | null => {
  const [address = '', length, ...rest] = text.split('/')
  const groups = addressGroups(address)
  if (groups === null || rest.length > 0) return null
  if (length === undefined) return { groups, bits: 128 }
  if (!/^(0|[1-9]\d{0,2})$/.test(length)) return null
  const bits = Number(length) + (isIpv4(address) ? MAPPED_BITS : 0)
  return bits <= 128 ? { groups, bits } : null
}

const isInside = (network: AddressNetwork, address: readonly number[]): boolean => {
  const whole = network.bits >> 4
  for (let index = 0; index < whole; index += 1) if (network.groups[index] !== address[index]) return false
  const rest = network.bits & 15
  return rest === 0 || (network.groups[whole] ?? 0) >> (16 - rest) === (address[whole] ?? 0) >> (16 - rest)
}

/** Whether an address is in one of the networks. A text that is no address is in none. */
export const isInNetworks = (networks: readonly AddressNetwork[], text: string): boolean => {
  const address = addressGroups(text)
  return address !== null && networks.some((network) => isInside(network, address))
}
