import { minMicro } from '../money/money.ts'

/** What was used, and its price in micro-units. */
export interface PricedUsage<U> {
  readonly usage: U
  readonly priceMicro: bigint
}

/** Micro-units that were held. */
interface HeldFor {
  readonly all: bigint
  /** For the part of it that came; never more. */
  readonly whatCame: bigint
}

interface BillByCount<U> extends PricedUsage<U> {
  /** True when the usage is the gateway's own estimate, because the provider's count is missing or not true. */
  readonly estimated: boolean
}

/** Some work takes a few times what its kind takes: figures that are read out, thoughts before an image. */
const MOST_TIMES_HELD = 20n

/**
 * Whether a price by a provider's count can be true of work for which so much is held, in micro-units. It may be above
 * the hold, where that goes by what such work usually takes; many times the hold is a fault of the report.
 */
export const isCrediblePrice = (priceMicro: bigint, heldMicro: bigint): boolean =>
  priceMicro <= MOST_TIMES_HELD * heldMicro

/**
 * The bill of work whose provider counts tokens. Where the price of that count cannot be true, the work costs what was
 * held for what came: who counts far too much has counted more than the estimate. Without a count it costs the
 * estimate, and never more than the hold.
 */
export const billByCount = <U>(
  counted: PricedUsage<U> | null,
  estimate: PricedUsage<U>,
  held: HeldFor,
): BillByCount<U> => {
  if (counted !== null && isCrediblePrice(counted.priceMicro, held.all)) return { ...counted, estimated: false }
  const reckoned = counted === null ? estimate.priceMicro : held.whatCame
  return { usage: estimate.usage, priceMicro: minMicro(reckoned, held.all), estimated: true }
}
