import { priceOfSeconds } from './video-price.ts'

/**
 * Micro-units of the wallet that pays, > 0, agreed before the work begins: for the whole of it, or for a second of the
 * video that it makes.
 */
export type WorkPrice =
  | { readonly tag: 'fixed'; readonly micro: bigint }
  | { readonly tag: 'per_second'; readonly micro: bigint }

/** What the work costs, in micro-units. `seconds` counts only where it is priced by them. */
export const priceOfWork = (price: WorkPrice, seconds: number): bigint => {
  switch (price.tag) {
    case 'fixed':
      return price.micro
    case 'per_second':
      return priceOfSeconds(price.micro, seconds)
  }
}
