import { KNOWN_NETWORK_MS, type TwoTakes } from '../../domain/limits/admission-buckets.ts'
import { networkOf } from '../../domain/limits/ip-bucket.ts'
import type { RateVerdict } from '../../domain/limits/rate-limit.ts'
import type { Clock } from '../ports/clock.ts'
import type { KnownNetworkStore } from '../ports/known-network-store.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'

export interface TakeBothDeps {
  readonly limiter: RateLimiter
  readonly knownNetworks: Pick<KnownNetworkStore, 'isKnown'>
  readonly clock: Clock
}

/**
 * Takes from both buckets of an e-mail address. When strangers have used up the one over all networks, a network
 * from which the account signed in lately is still served, so that they lock no owner out.
 */
export const takeBoth = async (
  { limiter, knownNetworks, clock }: TakeBothDeps,
  about: { readonly email: string; readonly clientAddress: string },
  { fromNetwork, fromAnywhere }: TwoTakes,
): Promise<RateVerdict> => {
  const near = await limiter.take(fromNetwork)
  if (!near.allowed) return near
  const far = await limiter.take(fromAnywhere)
  if (far.allowed) return far
  const since = new Date(clock.now() - KNOWN_NETWORK_MS)
  return (await knownNetworks.isKnown(about.email, networkOf(about.clientAddress), since)) ? near : far
}
