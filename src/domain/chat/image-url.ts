import { type Either, left, right } from 'fp-ts/lib/Either.js'

export interface UnsafeUrl {
  readonly tag: 'unsafe_url'
  readonly param: string
  readonly message: string
}

const DATA_IMAGE = /^data:image\/(?:png|jpe?g|webp|gif);base64,/i

/** Scheme, host (an IPv6 address in brackets) and port; whatever precedes an `@` is user information. */
const WEB_URL = /^https?:\/\/([^/?#\\\s]+)(?:[/?#][^\\\s]*)?$/i
const HOST_AND_PORT = /^(\[[0-9a-f:.]+\]|[^:@[\]]+)(?::(\d+))?$/i

const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)\.?$/i

/** A host that is all digits, dots and hexadecimal is an address in one of its many spellings, never a name. */
const NUMERIC_HOST = /^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+))*\.?$/i

const PRIVATE_IPV4 =
  /^(?:0|10|127|169\.254|192\.168|192\.0\.[02]|198\.1[89]|198\.51\.100|203\.0\.113|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|2(?:2[4-9]|[345]\d))\./

const isPublicHost = (host: string): boolean => {
  if (host.startsWith('[')) return /^\[[23]/.test(host) && !/^\[(?:2002:|2001:(?:0*:|db8:))/i.test(host)
  if (NUMERIC_HOST.test(host))
    return /^(?:[1-9]\d{0,2}\.)(?:\d{1,3}\.){2}\d{1,3}$/.test(host) && !PRIVATE_IPV4.test(host)
  return host.includes('.') && !LOCAL_NAME.test(host)
}

/**
 * Images are fetched by the vendor, which may stand inside the operator's own network (a local model
 * server), so an address is refused on its face when it is not public: http or https, ports 80 and 443,
 * no user information. What a name resolves to is not looked at here.
 */
export const checkImageUrl = (url: string, param: string): Either<UnsafeUrl, void> => {
  if (DATA_IMAGE.test(url)) return right(undefined)
  const authority = WEB_URL.exec(url)?.[1] ?? ''
  const [, host, port] = HOST_AND_PORT.exec(authority) ?? []
  const ordinaryPort = port === undefined || port === '80' || port === '443'
  if (host !== undefined && ordinaryPort && isPublicHost(host)) return right(undefined)
  return left({
    tag: 'unsafe_url',
    param,
    message: 'An image must be a base64 data: URL (PNG, JPEG, WebP, GIF) or a public http(s) address.',
  })
}
