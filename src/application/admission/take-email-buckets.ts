import type { EmailRateLimits } from '../../domain/limits/admission-rates.ts'
import type { RateVerdict } from '../../domain/limits/rate-limit.ts'
import type { RateLimiter } from '../ports/process/rate-limiter.ts'
import { isFromKnownNetwork } from './known-network.ts'
import type { KnownNetworkDeps } from './known-network.ts'

export interface TakeEmailBucketsDeps extends KnownNetworkDeps {
  readonly limiter: RateLimiter
}

/**
 * Takes from both buckets of an e-mail address. When requests from other networks have used up the bucket over all
 * networks, a network from which the user signed in recently is still served, so that no other person can lock the
 * owner out.
 */
export const takeEmailBuckets = async (
  deps: TakeEmailBucketsDeps,
  about: { readonly email: string; readonly clientAddress: string },
  { fromNetwork, fromAnywhere }: EmailRateLimits,
): Promise<RateVerdict> => {
  const near = await deps.limiter.take(fromNetwork)
  if (!near.allowed) return near
  const far = await deps.limiter.take(fromAnywhere)
  if (far.allowed) return far
  return (await isFromKnownNetwork(deps, about.email, about.clientAddress)) ? near : far
}
