import type { Middleware } from 'koa'

/** How long a client may go on sending after its answer. */
export const LINGER_MS = 5_000

/**
 * An answer may be out while its request is still coming in (413, 401): closing at once would reset the connection
 * and the client might never read why. What comes is thrown away for a while; then the connection is cut.
 */
export const boundUnreadBody =
  (lingerMs: number = LINGER_MS): Middleware =>
  (ctx, next) => {
    ctx.res.once('finish', () => {
      if (ctx.req.complete) return
      const patience = setTimeout(() => ctx.req.socket.destroy(), lingerMs)
      patience.unref()
      ctx.req.once('close', () => clearTimeout(patience))
      ctx.req.resume()
    })
    return next()
  }
