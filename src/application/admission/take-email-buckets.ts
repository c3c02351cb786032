import { KNOWN_NETWORK_MS } from '../../domain/limits/rate-limit.ts'
import type { EmailRateLimits, RateVerdict } from '../../domain/limits/rate-limit.ts'
import { networkOf } from '../../domain/limits/ip-bucket.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { KnownNetworkStore } from '../ports/accounts/known-network-store.ts'
import type { RateLimiter } from '../ports/process/rate-limiter.ts'

export interface TakeEmailBucketsDeps {
  readonly limiter: RateLimiter
  readonly knownNetworks: Pick<KnownNetworkStore, 'isKnown'>
  readonly clock: Clock
}

/**
 * Takes from both buckets of an e-mail address. When requests from other networks have used up the bucket over all
 * networks, a network from which the user signed in recently is still served, so that no other person can lock the
 * owner out.
 */
export const takeEmailBuckets = async (
  { limiter, knownNetworks, clock }: TakeEmailBucketsDeps,
  about: { readonly email: string; readonly clientAddress: string },
  { fromNetwork, fromAnywhere }: EmailRateLimits,
): Promise<RateVerdict> => {
  const near = await limiter.take(fromNetwork)
  if (!near.allowed) return near
  const far = await limiter.take(fromAnywhere)
  if (far.allowed) return far
  const since = new Date(clock.now() - KNOWN_NETWORK_MS)
  return (await knownNetworks.isKnown(about.email, networkOf(about.clientAddress), since)) ? near : far
}
