const MICRO_PER_ROUBLE = 1_000_000

/**
 * Micro-roubles as a JSON number of roubles, for `usage.cost`: exact for every price below nine thousand million
 * roubles, because a number of so few digits is written as it was read.
 */
export const roublesOf = (micro: bigint): number => Number(micro) / MICRO_PER_ROUBLE
