import type { Offer } from '../offer/offer.ts'
import type { ProvidersByKind } from '../../application/ports/providers/provider-ports.ts'
import { endpoints } from './interfaces.ts'
import { renewed } from './provision.ts'
import type { Lookup } from './provision.ts'
import { RESOURCES } from './resources.ts'

/** What the container gives, made of the offer of now. */
export interface ServedOffer {
  readonly get: Lookup
  /**
   * From now on everything is made of another offer. Requests that have begun keep the use cases, models and providers
   * with which they began, because an endpoint holds its own. Throws where something cannot be made, and then nothing
   * changes.
   */
  replace(offer: Offer): void
  /** Is called each time after that. */
  onReplace(listener: () => void): void
}

/** The offer and what is made of it; everything else of `base` is shared. */
export const servedOffer = (base: Lookup, openProviders: (offer: Offer) => ProvidersByKind): ServedOffer => {
  const { catalog, providers } = RESOURCES
  let current = base
  const listeners: (() => void)[] = []
  return {
    get: (token) => current(token),
    replace: (offer) => {
      const next = renewed(base, { catalog, providers }, { catalog: offer.catalog, providers: openProviders(offer) })
      next(endpoints)
      current = next
      for (const listener of listeners) listener()
    },
    onReplace: (listener) => void listeners.push(listener),
  }
}
