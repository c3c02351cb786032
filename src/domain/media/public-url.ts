import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { isPublicAddress } from '../addresses/public-address.ts'
import { parseUrl } from './url-parser.ts'

/** The address must not be fetched; the message may be shown to the caller. */
export interface UnsafeUrl {
  readonly tag: 'unsafe_url'
  readonly message: string
}

/** An address that the gateway may connect to. At connecting it judges the addresses behind the name again. */
export interface PublicUrl {
  /**
   * The spelling of the URL parser. Only this spelling goes on, never the caller's own text, because parsers differ.
   */
  readonly href: string
  /** Lower case, without the brackets of an IPv6 address and without a dot at its end. */
  readonly host: string
  readonly port: number
}

export interface UrlRules {
  /** Null: any port is allowed. */
  readonly ports: readonly number[] | null
  /** Whether this host and port need no check. For an operator's own machines and for tests. */
  readonly isExempt: (host: string, port: number) => boolean
}

/** The ports of the web. Every other port of a public machine belongs to another service. */
const WEB_PORTS: readonly number[] = [80, 443]

export const WEB_RULES: UrlRules = { ports: WEB_PORTS, isExempt: () => false }

const MAX_URL_CHARACTERS = 8192
const MAX_NAME_CHARACTERS = 253
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Parsers disagree about blanks, line breaks, control characters and backslashes; none belongs in an address. */
const AMBIGUOUS = /[\s\\\p{Cc}]/u

/**
 * Last labels of names that only a local resolver knows: reserved for that (RFC 6761, 6762, 7686, 8375, 9476, ICANN's
 * `internal`), or in wide use for it (Kubernetes, Consul, Docker, home routers, office networks).
 */
const LOCAL_ENDINGS: ReadonlySet<string> = new Set(
  `alt arpa cluster consul corp docker domain home incus internal intra intranet lan local localdomain localhost lxd
  mail node nomad onion pod priv private router service svc test vm weave workgroup`.split(/\s+/),
)

/** A name is local where it has one label, or where its last label is a local one. */
const isLocalName = (host: string): boolean => {
  const labels = host.split('.')
  return labels.length < 2 || labels.includes('') || LOCAL_ENDINGS.has(labels.at(-1) ?? '')
}

const refuse = (message: string): Either<UnsafeUrl, never> => left({ tag: 'unsafe_url', message })

/**
 * The one policy for every address that a caller, a provider or a redirect names, whether the gateway fetches it or
 * passes it on: http or https, the ports of the web, no user information, and a public host. The URL parser turns every
 * spelling of an address (decimal, octal, hexadecimal, short, full-width digits, percent signs) into one spelling, and
 * the rules judge that one. The caller applies the policy to every redirect too. The time is linear, because the length
 * is judged first.
 */
export const publicUrl = (text: string, rules: UrlRules = WEB_RULES): Either<UnsafeUrl, PublicUrl> => {
  if (text.length > MAX_URL_CHARACTERS) return refuse('The address is too long.')
  const url = AMBIGUOUS.test(text) ? null : parseUrl(text)
  if (url === null) return refuse('The address is malformed.')
  const defaultPort = DEFAULT_PORTS[url.protocol]
  if (defaultPort === undefined) return refuse('The address must begin with http:// or https://.')
  if (url.username !== '' || url.password !== '' || hasUserInfoMark(text)) {
    return refuse('The address must not carry a user name or password.')
  }
  const host = hostOf(url.hostname)
  const port = url.port === '' ? defaultPort : Number(url.port)
  const found: PublicUrl = { href: url.href, host, port }
  if (rules.isExempt(host, port)) return right(found)
  if (rules.ports?.includes(port) === false) return refuse('The address must lead to port 80 or 443.')
  return isPublicHost(host) ? right(found) : refuse('The address does not lead to a public host.')
}

const isPublicHost = (host: string): boolean =>
  isPublicAddress(host) ?? (host.length <= MAX_NAME_CHARACTERS && !isLocalName(host))

const hostOf = (hostname: string): string => {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return host.endsWith('.') ? host.slice(0, -1) : host
}

/** Whether the text has user information that the parser drops: `http://@host/` has an empty one. */
const hasUserInfoMark = (text: string): boolean => {
  const afterScheme = text.slice(text.indexOf(':') + 1)
  let start = 0
  while (afterScheme[start] === '/') start += 1
  const [authority = ''] = afterScheme.slice(start).split(/[/?#]/, 1)
  return authority.includes('@')
}
