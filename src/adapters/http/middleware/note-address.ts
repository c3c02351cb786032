import type { Middleware } from 'koa'
import type { AddressList } from '../address-list.ts'
import { originalAddress } from '../client-address.ts'
import { stateOf } from '../request-state.ts'

/** Finds out who is calling, once a request. Only proxies on the list are believed. */
export const noteAddress =
  (isTrustedProxy: AddressList): Middleware =>
  (ctx, next) => {
    const peer = ctx.socket.remoteAddress ?? ''
    stateOf(ctx).clientAddress = originalAddress(peer, ctx.get('x-forwarded-for'), isTrustedProxy)
    return next()
  }
