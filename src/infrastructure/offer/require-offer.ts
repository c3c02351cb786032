import { isLeft } from 'fp-ts/lib/Either.js'
import type { Config } from '../config/config.ts'
import type { Environment } from '../config/environment-variable.ts'
import { Misconfigured } from '../failures/misconfigured.ts'
import { readOffer } from './offer.ts'
import type { Offer } from './offer.ts'

/** The offer of the configured catalogue. Rejects with `Misconfigured` where there is none. */
export const requireOffer = async (config: Config, environment: Environment): Promise<Offer> => {
  const offer = await readOffer(config, environment, Date.now())
  if (isLeft(offer)) throw new Misconfigured(offer.left)
  return offer.right
}
