import type { Middleware } from 'koa'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
} as const

/** An API answers data: browsers must not guess its type, frame it, or leak its addresses. */
export const securityHeaders: Middleware = (ctx, next) => {
  ctx.set(HEADERS)
  return next()
}
