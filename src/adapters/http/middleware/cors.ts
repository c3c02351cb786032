import {
  COST_HEADER,
  IGNORED_HEADER,
  OPERATION_ID_HEADER,
  OUTPUT_LIMIT_HEADER,
  QUALITY_HEADER,
} from '../endpoint/paid-headers.ts'
import type { Middleware } from '../request/exchange.ts'
import { noContent } from '../sending/http-response.ts'
import { sendResponse } from '../sending/send-response.ts'

/**
 * Headers of the gateway that a script of a page may read: all by which clients and SDKs tell something from an answer.
 * Browsers show a script no others but a few that the standard names, such as `content-type`.
 */
const EXPOSED = [
  'x-request-id',
  'request-id',
  OPERATION_ID_HEADER,
  COST_HEADER,
  IGNORED_HEADER,
  OUTPUT_LIMIT_HEADER,
  QUALITY_HEADER,
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
  'x-ratelimit-limit-tokens',
  'x-ratelimit-remaining-tokens',
  'x-ratelimit-reset-tokens',
  'anthropic-ratelimit-requests-limit',
  'anthropic-ratelimit-requests-remaining',
  'anthropic-ratelimit-requests-reset',
  'x-should-retry',
  'idempotency-replayed',
  'retry-after',
  'www-authenticate',
  'accept-ranges',
  'content-range',
  'content-disposition',
  'etag',
].join(', ')

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const PREFLIGHT_LIFE_SECONDS = '7200'

/** Only names of headers: the answer repeats them as they came. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/

/**
 * Lets pages of these origins call from a browser; `*` is every origin. Callers authenticate with a header that no
 * browser adds by itself, so credentials are never allowed and an origin gains nothing but the answer to its own key.
 */
export const cors = (origins: readonly string[]): Middleware => {
  const isOpen = origins.includes('*')
  const allowed = new Set(origins)
  return async (exchange, next) => {
    const origin = exchange.get('origin')
    const { headers } = exchange.state
    if (!isOpen) headers['vary'] = 'Origin'
    if (origin === '' || !(isOpen || allowed.has(origin))) {
      await next()
      return
    }
    headers['access-control-allow-origin'] = isOpen ? '*' : origin
    if (exchange.method !== 'OPTIONS' || exchange.get('access-control-request-method') === '') {
      headers['access-control-expose-headers'] = EXPOSED
      await next()
      return
    }
    const wanted = exchange.get('access-control-request-headers')
    headers['vary'] = isOpen ? 'Access-Control-Request-Headers' : 'Origin, Access-Control-Request-Headers'
    headers['access-control-allow-methods'] = METHODS
    headers['access-control-max-age'] = PREFLIGHT_LIFE_SECONDS
    if (HEADER_NAMES.test(wanted)) headers['access-control-allow-headers'] = wanted
    await sendResponse(exchange, noContent)
  }
}
