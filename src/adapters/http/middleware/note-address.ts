import type { Middleware } from 'koa'
import { type AddressList, plainAddress } from '../address-list.ts'
import { originalAddress } from '../client-address.ts'
import { stateOf } from '../request-state.ts'

/** After so many a list of proxies is plainly wrong, or clients write the header themselves. */
const MOST_REPORTED = 5

/**
 * Finds out who is calling, once a request. Only proxies on the list are believed. A peer that forwards for others
 * and is not on the list is reported once, since all clients behind it are counted as one; the first few peers only.
 */
export const noteAddress = (isTrustedProxy: AddressList, reportProxy: (peer: string) => void): Middleware => {
  const reported = new Set<string>()
  const report = (peer: string): void => {
    if (reported.size >= MOST_REPORTED || reported.has(peer)) return
    reported.add(peer)
    reportProxy(peer)
  }
  return (ctx, next) => {
    const peer = ctx.socket.remoteAddress ?? ''
    const forwardedFor = ctx.get('x-forwarded-for')
    if (forwardedFor !== '' && !isTrustedProxy(peer)) report(plainAddress(peer))
    stateOf(ctx).clientAddress = originalAddress(peer, forwardedFor, isTrustedProxy)
    return next()
  }
}
