import { forwardedAddress, normalizeAddress } from '../request/client-address.ts'
import type { AddressList } from '../request/client-address.ts'
import type { Middleware } from '../request/exchange.ts'

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Most answers are private; the few public ones set a header of their own.
  'cache-control': 'no-store',
} as const

const ONE_YEAR = 'max-age=31536000'

const VALID_REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/

/** After this many reports the list of proxies is wrong, or clients write the header themselves. */
const MAX_REPORTED = 5

/** Reports each peer once, and only the first few. */
const reportOnce = (report: (peer: string) => void): ((peer: string) => void) => {
  const reported = new Set<string>()
  return (peer) => {
    if (reported.size >= MAX_REPORTED || reported.has(peer)) return
    reported.add(peer)
    report(peer)
  }
}

interface OpenExchangeDeps {
  readonly nextId: () => string
  readonly isHttps: boolean
  readonly isTrustedProxy: AddressList
  readonly reportProxy: (peer: string) => void
}

/**
 * Sets what every exchange has from its beginning. The request id is the client's own if it is valid, else a new one: a
 * label for logs only. The headers of the answer: an API answers data, so browsers must not guess its type, frame it,
 * run it, keep it, or leak its addresses; where the public address is https, they must come back by https. The client's
 * address, for which only proxies on the list are believed: all clients behind another proxy count as one.
 */
export const openExchange = ({ nextId, isHttps, isTrustedProxy, reportProxy }: OpenExchangeDeps): Middleware => {
  const security = isHttps ? { ...SECURITY_HEADERS, 'strict-transport-security': ONE_YEAR } : SECURITY_HEADERS
  const report = reportOnce(reportProxy)
  return ({ headers, socket, state }, next) => {
    const sent = headers['x-request-id']
    const id = typeof sent === 'string' && VALID_REQUEST_ID.test(sent) ? sent : nextId()
    state.requestId = id
    state.headers = { 'x-request-id': id, ...security }
    const peer = socket.remoteAddress ?? ''
    const forwardedFor = String(headers['x-forwarded-for'] ?? '')
    if (forwardedFor !== '' && !isTrustedProxy(peer)) report(normalizeAddress(peer))
    state.clientAddress = forwardedAddress(peer, forwardedFor, isTrustedProxy)
    return next()
  }
}
