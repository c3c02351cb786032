import type { Context, Middleware } from 'koa'
import { sendFailure } from '../send.ts'

const isReadable = (ctx: Context): boolean => {
  try {
    return ctx.path !== ''
  } catch {
    return false
  }
}

/**
 * An address that no URL parser takes (`http://[`) names nothing. Koa throws whenever it is asked for the path
 * of one, so whoever comes later need not expect it.
 */
export const readableAddress: Middleware = (ctx, next) =>
  isReadable(ctx) ? next() : sendFailure(ctx, { tag: 'not_found' }, 'gateway')
