import type { Exchange, Middleware } from '../request/exchange.ts'
import { sendFailure } from '../sending/send-response.ts'
import type { Surface } from '../surface/surface.ts'

/**
 * The path of a request, or null where its address has none: no URL parser accepts `http://[`, and `a://b` names only a
 * host. Koa throws for the first and returns null for the second.
 */
export const pathOf = (exchange: Pick<Exchange, 'path'>): string | null => {
  try {
    const path: string | null = exchange.path
    return path === '' ? null : path
  } catch {
    return null
  }
}

const HOST = 'host'

/**
 * A request has one `Host` header (RFC 9112, section 3.2): of two, a proxy may use one and this service the other.
 * HTTP/1.0 needs none.
 */
const hasValidHost = ({ rawHeaders, httpVersion }: Exchange['req']): boolean => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === HOST.length && name.toLowerCase() === HOST) count += 1
  }
  return count === 1 || (count === 0 && httpVersion === '1.0')
}

/** Refuses what is HTTP and yet no request: an address without a path, and a wrong number of `Host` headers. */
export const rejectMalformed =
  (surfaceOf: (path: string) => Surface): Middleware =>
  (exchange, next) => {
    const path = pathOf(exchange)
    if (path === null) return sendFailure(exchange, { tag: 'not_found' }, surfaceOf('/'))
    if (hasValidHost(exchange.req)) return next()
    const message = 'A request has exactly one Host header.'
    return sendFailure(exchange, { tag: 'malformed_request', message }, surfaceOf(path))
  }
