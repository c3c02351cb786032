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

/**
 * Begins the headers of the answer. `x-request-id` is the client's own if it is valid, else a new one: a label for
 * logs only. An API answers data, so browsers must not guess its type, frame it, run it, keep it, or leak its
 * addresses. Where the public address is https, browsers must come back by https.
 */
export const commonHeaders = (nextId: () => string, isHttps: boolean): Middleware => {
  const security = isHttps ? { ...SECURITY_HEADERS, 'strict-transport-security': ONE_YEAR } : SECURITY_HEADERS
  return ({ headers, state }, next) => {
    const sent = headers['x-request-id']
    const id = typeof sent === 'string' && VALID_REQUEST_ID.test(sent) ? sent : nextId()
    state.requestId = id
    state.headers = { 'x-request-id': id, ...security }
    return next()
  }
}
