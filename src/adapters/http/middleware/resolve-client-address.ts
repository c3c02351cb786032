import { isIP } from 'node:net'
import { normalizeAddress } from '../request/address-list.ts'
import type { AddressList } from '../request/address-list.ts'
import type { Middleware } from '../request/exchange.ts'

/**
 * The address of the client: the peer, unless it is a trusted proxy; then the address that this proxy appended to
 * `X-Forwarded-For`, and so on from right to left. The first hop that is no trusted proxy is the client; the client itself
 * wrote everything to the left of it. An entry that is no address ends the walk at the proxy that passed it on.
 */
export const forwardedAddress = (peer: string, forwardedFor: string, isTrusted: AddressList): string => {
  let client = normalizeAddress(peer)
  if (forwardedFor === '') return client
  for (const hop of forwardedFor.split(',').reverse()) {
    if (!isTrusted(client)) return client
    const address = normalizeAddress(hop.trim())
    if (isIP(address) === 0) return client
    client = address
  }
  return client
}

/** After this many reports the list of proxies is wrong, or clients write the header themselves. */
const MAX_REPORTED = 5

/**
 * Finds the client's address, once a request. It trusts only proxies on the list. A peer that forwards for others and is
 * not on the list is reported once, since all clients behind it count as one; only the first few peers are reported.
 */
export const resolveClientAddress = (isTrustedProxy: AddressList, reportProxy: (peer: string) => void): Middleware => {
  const reported = new Set<string>()
  const report = (peer: string): void => {
    if (reported.size >= MAX_REPORTED || reported.has(peer)) return
    reported.add(peer)
    reportProxy(peer)
  }
  return ({ headers, socket, state }, next) => {
    const peer = socket.remoteAddress ?? ''
    const forwardedFor = String(headers['x-forwarded-for'] ?? '')
    if (forwardedFor !== '' && !isTrustedProxy(peer)) report(normalizeAddress(peer))
    state.clientAddress = forwardedAddress(peer, forwardedFor, isTrustedProxy)
    return next()
  }
}
