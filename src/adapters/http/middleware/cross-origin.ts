import type { Middleware } from 'koa'
import { noContent } from '../answer.ts'
import { stateOf } from '../request-state.ts'
import { sendAnswer } from '../send.ts'

/** Headers of ours that a page's script may read. */
const EXPOSED = [
  'x-request-id',
  'x-gateway-operation-id',
  'x-gateway-cost-rub',
  'x-gateway-ignored',
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
  'x-should-retry',
  'idempotency-replayed',
  'retry-after',
].join(', ')

const METHODS = 'GET, HEAD, POST, PATCH, DELETE'
const PREFLIGHT_LIFE_SECONDS = '7200'

/** Names of headers and nothing else: they are sent back as they came. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/

/**
 * Lets pages of these origins call from a browser; `*` is every origin. Callers authenticate with a header that no
 * browser adds by itself, so credentials are never allowed and an origin gains nothing but the answer to its own key.
 */
export const crossOrigin = (origins: readonly string[]): Middleware => {
  const isOpen = origins.includes('*')
  const allowed = new Set(origins)
  if (origins.length === 0) return (_, next) => next()
  return async (ctx, next) => {
    const origin = ctx.get('origin')
    const { headers } = stateOf(ctx)
    if (!isOpen) headers['vary'] = 'Origin'
    if (origin === '' || !(isOpen || allowed.has(origin))) {
      await next()
      return
    }
    headers['access-control-allow-origin'] = isOpen ? '*' : origin
    if (ctx.method !== 'OPTIONS' || ctx.get('access-control-request-method') === '') {
      headers['access-control-expose-headers'] = EXPOSED
      await next()
      return
    }
    const wanted = ctx.get('access-control-request-headers')
    headers['vary'] = isOpen ? 'Access-Control-Request-Headers' : 'Origin, Access-Control-Request-Headers'
    headers['access-control-allow-methods'] = METHODS
    headers['access-control-max-age'] = PREFLIGHT_LIFE_SECONDS
    if (HEADER_NAMES.test(wanted)) headers['access-control-allow-headers'] = wanted
    await sendAnswer(ctx, noContent)
  }
}
