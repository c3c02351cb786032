import { maxMicro, minMicro } from '../money/money.ts'
import { countedSpending } from './budget.ts'
import type { Budget } from './budget.ts'
import type { KeyShare, PlaceHold } from './command.ts'

type HoldSums = Pick<PlaceHold, 'amount' | 'less'>

/**
 * The amount that a hold takes of a sum that covers at least its minimum. If everything that it asks for is there, it
 * takes all of that. Otherwise it takes half of the sum, so that the next call finds money too, but at least the amount
 * that is sufficient for it. With more money it never takes less.
 */
export const takenBy = ({ amount, less }: HoldSums, left: bigint): bigint =>
  less === undefined || left >= amount ? amount : minMicro(left, maxMicro(left / 2n, less.enough))

/** Whether a hold of this sum can be what the command took. */
export const mayTake = ({ amount, less }: HoldSums, taken: bigint): boolean =>
  taken === amount || (less !== undefined && less.least <= taken && taken < amount)

/** What an API key may still hold; null if it has no limit. */
export const keyShareOf = (budget: Budget): KeyShare | null => {
  const { limit, held } = budget
  return limit === null ? null : { held, left: limit - countedSpending(budget) - held }
}
