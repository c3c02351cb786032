/** Some work takes a few times what its kind takes: figures that are read out, thoughts before an image. */
const MOST_TIMES_HELD = 20n

/**
 * Whether a price by a provider's count can be true of a call for which so much was held, in micro-units. It may be
 * above the hold, where that goes by what such work usually takes; many times the hold is a fault of the report, and
 * such a call costs its hold.
 */
export const isCrediblePrice = (priceMicro: bigint, holdMicro: bigint): boolean =>
  priceMicro <= MOST_TIMES_HELD * holdMicro
