import { addressNetwork, isInNetworks } from './address-network.ts'
import type { AddressNetwork } from './address-network.ts'
import { isIpv4 } from './ip-address.ts'

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

const networkOf = (text: string): AddressNetwork => {
  const network = addressNetwork(text)
  if (network === null) throw new RangeError(`${text} is no network`)
  return network
}

const SPECIAL = [...SPECIAL_IPV4, ...SPECIAL_IPV6].map(networkOf)
const GLOBAL = [networkOf(GLOBAL_IPV6)]

const DOTTED = /^\d{1,3}(?:\.\d{1,3}){3}$/

/**
 * Whether a literal address belongs to the public internet. Null when the text is a name. A text that only looks like
 * an address is not public.
 */
export const isPublicAddress = (host: string): boolean | null => {
  if (host.includes(':')) return isInNetworks(GLOBAL, host) && !isInNetworks(SPECIAL, host)
  if (!DOTTED.test(host)) return null
  return isIpv4(host) && !isInNetworks(SPECIAL, host)
}
