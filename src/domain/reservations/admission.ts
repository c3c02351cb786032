import { minMicro } from '../money/money.ts'

/**
 * What a process knows of one reservation of its own, in micro-units. `underWay` falls when calls end; the other sums
 * only grow.
 */
export interface ReservedSums {
  /** What the ledger has acknowledged. A grant whose answer was lost is no part of it. */
  readonly granted: bigint
  /** What ended calls take of it, written or not yet. */
  readonly used: bigint
  /** Money that is being returned; it is counted before the ledger acknowledges it. */
  readonly returned: bigint
  /** The worst cases of the calls under way. */
  readonly underWay: bigint
}

export const NOTHING_RESERVED: ReservedSums = { granted: 0n, used: 0n, returned: 0n, underWay: 0n }

/** What is neither used nor given back; the ledger has at least as much. */
export const openHere = ({ granted, used, returned }: ReservedSums): bigint => granted - used - returned

/** What a further call may cost. Never negative. */
export const freeSum = (sums: ReservedSums): bigint => openHere(sums) - sums.underWay

/** The sums with one more call under way; null if what is free does not cover its worst case. */
export const admitCall = (sums: ReservedSums, worstCase: bigint): ReservedSums | null =>
  freeSum(sums) < worstCase ? null : { ...sums, underWay: sums.underWay + worstCase }

interface EndedCall {
  readonly sums: ReservedSums
  /** What the reservation gives for this call at most: its worst case, and for a higher price what is free besides. */
  readonly cover: bigint
}

/** Ends a call that was admitted with this worst case. What it does not cost is free again. */
export const endCall = (sums: ReservedSums, worstCase: bigint, price: bigint): EndedCall => {
  const free = freeSum(sums)
  const cover = price > worstCase ? worstCase + minMicro(price - worstCase, free) : worstCase
  const used = sums.used + minMicro(price, cover)
  return { sums: { ...sums, used, underWay: sums.underWay - worstCase }, cover }
}

/** The sums after the ledger acknowledged a grant; an earlier answer that comes late changes nothing. */
export const grantTo = (sums: ReservedSums, granted: bigint): ReservedSums =>
  granted > sums.granted ? { ...sums, granted } : sums

/** The sums with all that is free on its way back. */
export const returnFree = (sums: ReservedSums): ReservedSums => ({ ...sums, returned: sums.returned + freeSum(sums) })
