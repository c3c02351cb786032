import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The only part of IPv6 that is handed out for the public internet; mapped and translated IPv4 lies outside it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether a literal address belongs to the public internet; null when the text is no address. Tunnels (6to4,
 * Teredo) inside the public part carry an IPv4 address that may be private, and are refused with every other
 * special range.
 */
export const isPublicAddress = (host: string): boolean | null => {
  if (isIP(host) === 0) return null
  const address = ipaddr.parse(host)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || (address.zoneId === undefined && address.match(GLOBAL_UNICAST))
}
