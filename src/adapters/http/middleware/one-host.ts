import type { Context, Middleware } from 'koa'
import { envelopeOfPath } from '../envelope.ts'
import { sendFailure } from '../send.ts'

const HOST = 'host'

const hostHeaders = ({ req }: Context): number => {
  let count = 0
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const name = req.rawHeaders[index] ?? ''
    if (name.length === HOST.length && name.toLowerCase() === HOST) count += 1
  }
  return count
}

/**
 * A request has one `Host` header (RFC 9112, section 3.2): of two, a proxy may obey one and this service the other.
 * HTTP/1.0 needs none.
 */
export const oneHost: Middleware = (ctx, next) => {
  const count = hostHeaders(ctx)
  const isGood = count === 1 || (count === 0 && ctx.req.httpVersion === '1.0')
  if (isGood) return next()
  return sendFailure(
    ctx,
    { tag: 'malformed_request', message: 'A request has exactly one Host header.' },
    envelopeOfPath(ctx.path),
  )
}
