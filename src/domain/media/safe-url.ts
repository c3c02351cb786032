import { type Either, left, right } from 'fp-ts/lib/Either.js'

/** The parser that every runtime has. Declared here, as the domain is compiled without the types of any. */
declare const URL: {
  new (text: string): Readonly<Record<'href' | 'protocol' | 'username' | 'password' | 'hostname' | 'port', string>>
  canParse(text: string): boolean
}

/** The address must not be fetched; the message may be shown to the caller. */
export interface UnsafeUrl {
  readonly tag: 'unsafe_url'
  readonly message: string
}

/** An address that may be tried. Where its name leads is judged again when the connection is made. */
export interface SafeUrl {
  readonly href: string
  /** Lower case, without the brackets of an IPv6 address. */
  readonly host: string
  readonly port: number
}

/** Facts that are not the domain's: which literal addresses are public, and which ports are open to callers. */
export interface UrlRules {
  /** Null when the host is a name, not an address. */
  readonly isPublicAddress: (host: string) => boolean | null
  readonly ports: readonly number[]
  /** Whether host and port are let through whatever they are; for an operator's own machines and for tests. */
  readonly isExempt: (host: string, port: number) => boolean
}

/** The ports of the web; anything else on a public machine is some other service's door. */
export const WEB_PORTS: readonly number[] = [80, 443]

const MAX_URL_CHARACTERS = 8192
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Parsers disagree about blanks, line breaks, control characters and backslashes; none belongs in an address. */
const AMBIGUOUS = /[\s\\\p{Cc}]/u

/** Names that lead inside by convention, and names without a dot, which only a local resolver knows. */
const isLocalName = (host: string): boolean =>
  !host.includes('.') || /(^|\.)(localhost|local|internal|intranet|localdomain|lan|home\.arpa)$/.test(host)

const refuse = (message: string): Either<UnsafeUrl, never> => left({ tag: 'unsafe_url', message })

/**
 * Whether an address that a caller (or a redirect) names may be fetched. The URL parser turns every spelling of
 * an IPv4 address (decimal, octal, hexadecimal, short, full-width digits) into the dotted one, so rules about
 * addresses see one spelling. Must be applied to every hop.
 */
export const checkUrl = (text: string, rules: UrlRules): Either<UnsafeUrl, SafeUrl> => {
  if (text.length > MAX_URL_CHARACTERS) return refuse('The address is too long.')
  if (AMBIGUOUS.test(text) || !URL.canParse(text)) return refuse('The address is malformed.')
  const url = new URL(text)
  const defaultPort = DEFAULT_PORTS[url.protocol]
  if (defaultPort === undefined) return refuse('Only http and https addresses are fetched.')
  if (url.username !== '' || url.password !== '' || hasUserInfoMark(text)) {
    return refuse('The address must not carry a user name or password.')
  }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const port = url.port === '' ? defaultPort : Number(url.port)
  const found: SafeUrl = { href: url.href, host, port }
  if (rules.isExempt(host, port)) return right(found)
  if (!rules.ports.includes(port)) return refuse('Only ports 80 and 443 are fetched from.')
  const isPublic = rules.isPublicAddress(host) ?? !isLocalName(host)
  return isPublic ? right(found) : refuse('The address does not lead to a public host.')
}

/** `http://@host/` has empty user information, which the parser drops without a trace. */
const hasUserInfoMark = (text: string): boolean => /^[^/?#]*\/*[^/?#]*@/.test(text)
