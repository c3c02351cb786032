import type { Middleware } from 'koa'

/** How long a client may go on sending after its answer. */
export const LINGER_MS = 5_000

/** And how much: the largest body that a well-meant client sends before it looks at the answer. */
const MOST_UNREAD_BYTES = 30_000_000

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
      let unread = 0
      ctx.req.on('data', (chunk: Buffer) => {
        unread += chunk.length
        if (unread > MOST_UNREAD_BYTES) ctx.req.socket.destroy()
      })
      ctx.req.resume()
    })
    return next()
  }
