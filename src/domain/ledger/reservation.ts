import type { Currency } from '../money/money.ts'

/**
 * Money of a wallet, and of one key's limit, that one instance has set aside for calls to come. The three sums only
 * grow, and each command names the sum to be reached: sent twice, or too late, it changes nothing. An instance has at
 * most one open reservation a key.
 */
export interface Reservation {
  readonly id: string
  readonly walletId: string
  readonly currency: Currency
  readonly budgetId: string
  readonly instance: string
  /** All that was ever set aside, in micro-units. */
  readonly granted: bigint
  /** The part that charges of calls have taken. */
  readonly captured: bigint
  /** The part that is available again. */
  readonly returned: bigint
  /** It ends once, with nothing open. */
  readonly ended: boolean
}

/** Micro-units that are still set aside. Never negative, and 0 once it has ended. */
export const openSum = ({ granted, captured, returned }: Reservation): bigint => granted - captured - returned

/** How much of a balance all reservations of its wallet may have together, at a grant. The rest is for exact holds. */
export const mostReserved = (balance: bigint): bigint => balance / 4n

/** Names the open reservation of an instance and a key; neither name holds a space. */
export const reservationName = ({ instance, budgetId }: Pick<Reservation, 'instance' | 'budgetId'>): string =>
  `${instance} ${budgetId}`
