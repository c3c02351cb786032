/**
 * Money is a whole number of micro-units (one millionth of a rouble or of a token) held in a `bigint`. It is never a
 * JavaScript `number`: a float cannot hold 0.1 and would round silently.
 */
export type Currency = 'RUB' | 'TOKEN'

export const CURRENCIES: readonly Currency[] = ['RUB', 'TOKEN']

/** One rouble or one token, in micro-units. */
export const MICRO_PER_UNIT = 1_000_000n

export interface Money {
  readonly currency: Currency
  /** Micro-units. Negative only in a signed difference. */
  readonly micro: bigint
}

export const isCurrency = (text: string): text is Currency => text === 'RUB' || text === 'TOKEN'

export const minMicro = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export const maxMicro = (a: bigint, b: bigint): bigint => (a > b ? a : b)
