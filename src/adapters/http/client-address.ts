import type { Context } from 'koa'

/** The peer's address; behind a trusted proxy (`app.proxy`) the one the proxy saw. */
export const clientAddressOf = (ctx: Context): string => ctx.ip

/** A signal that aborts when the client hangs up before its answer is complete. */
export const clientGoneSignal = (ctx: Context): AbortSignal => {
  const gone = new AbortController()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort()
  })
  return gone.signal
}
