import type { Context, Middleware } from 'koa'

/** What serves an address, by method and path: `GET /v1/models`. */
export type ExactPaths = ReadonlyMap<string, (ctx: Context) => Promise<void>>

/** Serves an address that stands in the table. A router tries its patterns one by one, and there are many. */
export const exactPath =
  (paths: ExactPaths): Middleware =>
  (ctx, next): Promise<unknown> => {
    const serve = paths.get(`${ctx.method} ${ctx.path}`)
    return serve === undefined ? next() : serve(ctx)
  }
