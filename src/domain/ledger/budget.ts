import { isRunningUntil, periodEnd } from './spend-period.ts'
import type { PeriodLength } from './spend-period.ts'

/** The running period of a spend limit that starts again. */
export interface BudgetPeriod {
  readonly length: PeriodLength
  readonly timeZone: string
  /** What was charged in this period, in micro-units. A charge counts in the period in which it is written. */
  readonly spent: bigint
  /** Milliseconds since the epoch. From then on nothing is spent, and the next period runs. */
  readonly endsAtMs: number
}

/**
 * What one API key may spend, in micro-units of the wallet's currency. With a `limit` of null the spending is only
 * counted.
 */
export interface Budget {
  readonly id: string
  readonly limit: bigint | null
  /** All that was ever charged, without the parts of prices that were written off. */
  readonly spent: bigint
  readonly held: bigint
  /** Null: the limit is on all that the key ever spends. */
  readonly period: BudgetPeriod | null
}

/**
 * The budget in the period that runs at this moment. A clock that is behind by less than a period never brings an
 * earlier one back.
 */
export const budgetAt = (budget: Budget, nowMs: number): Budget => {
  const { period } = budget
  if (period === null || isRunningUntil(period.endsAtMs, period.length, nowMs)) return budget
  return { ...budget, period: { ...period, spent: 0n, endsAtMs: periodEnd(period.length, period.timeZone, nowMs) } }
}

interface Spending extends Pick<Budget, 'spent'> {
  readonly period: Pick<BudgetPeriod, 'spent'> | null
}

/** What counts against the limit: the spending of the running period, or all spending where there is none. */
export const countedSpending = ({ spent, period }: Spending): bigint => period?.spent ?? spent
