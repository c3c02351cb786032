import { isIP } from 'node:net'
import type { Context } from 'koa'
import { type AddressList, plainAddress } from './address-list.ts'
import { stateOf } from './request-state.ts'

/**
 * Who really called: the peer, unless it is a proxy of ours; then what that proxy says it saw, and so on back along
 * `X-Forwarded-For`. The first hop that is not ours is the client, whatever stands to its left: that part is the
 * client's own writing. An entry that is no address ends the walk at the proxy that passed it on.
 */
export const originalAddress = (peer: string, forwardedFor: string, isTrusted: AddressList): string => {
  let client = plainAddress(peer)
  for (const hop of forwardedFor.split(',').reverse()) {
    if (!isTrusted(client)) return client
    const address = plainAddress(hop.trim())
    if (isIP(address) === 0) return client
    client = address
  }
  return client
}

export const clientAddressOf = (ctx: Context): string => stateOf(ctx).clientAddress

/** Calls back when the client hangs up before its answer is complete; at once if it has. */
export const whenClientLeaves = ({ res }: Context, leave: () => void): void => {
  const leaveIfCut = (): void => {
    if (!res.writableFinished) leave()
  }
  if (res.closed) leaveIfCut()
  else res.once('close', leaveIfCut)
}
