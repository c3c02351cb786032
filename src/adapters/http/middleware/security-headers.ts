import type { Middleware } from 'koa'
import { stateOf } from '../request-state.ts'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Answers are somebody's own; the few that everybody may keep say so themselves.
  'cache-control': 'no-store',
} as const

const ONE_YEAR = 'max-age=31536000'

/**
 * An API answers data: browsers must not guess its type, frame it, run it, keep it, or leak its addresses. Where the
 * public address is https, browsers are told to come back no other way.
 */
export const securityHeaders = (isHttps: boolean): Middleware => {
  const headers = isHttps ? { ...HEADERS, 'strict-transport-security': ONE_YEAR } : HEADERS
  return (ctx, next) => {
    Object.assign(stateOf(ctx).headers, headers)
    return next()
  }
}
