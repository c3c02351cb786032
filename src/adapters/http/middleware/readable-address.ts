import type { Context, Middleware } from 'koa'
import { sendFailure } from '../send.ts'

/**
 * The path of a request, or null where its address has none: no URL parser takes `http://[`, and `a://b` names a host
 * alone. Koa throws for the one and answers null for the other.
 */
export const pathOf = (ctx: Pick<Context, 'path'>): string | null => {
  try {
    const path: string | null = ctx.path
    return path === '' ? null : path
  } catch {
    return null
  }
}

/** An address without a path names nothing, and is refused before anything asks Koa for the path. */
export const readableAddress: Middleware = (ctx, next) =>
  pathOf(ctx) === null ? sendFailure(ctx, { tag: 'not_found' }, 'gateway') : next()
