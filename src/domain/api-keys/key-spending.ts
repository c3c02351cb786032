import { countedSpending } from '../ledger/budget.ts'
import { maxMicro, minMicro } from '../money/money.ts'
import type { ApiKey } from './api-key.ts'

/** What a key and its account have spent and still have, read at one moment. Micro-roubles. */
export interface KeySpending {
  readonly key: ApiKey
  /** What the account owns, held parts included. */
  readonly balance: bigint
  /** What all keys of the account were charged, deleted ones too. */
  readonly accountSpent: bigint
}

/** All that ever came into the account, as far as it was spent or is still there. */
export const totalCredits = ({ balance, accountSpent }: KeySpending): bigint => balance + accountSpent

const countedSpendingOf = ({ periodEndsAt, periodSpent, spent }: ApiKey): bigint =>
  countedSpending({ spent, period: periodEndsAt === null ? null : { spent: periodSpent } })

/** What the key's own limit leaves, >= 0; null if it has none. */
export const limitRemaining = ({ key }: KeySpending): bigint | null =>
  key.spendLimit === null ? null : maxMicro(key.spendLimit - countedSpendingOf(key), 0n)

interface Allowance {
  /** What was and what may still be spent. */
  readonly total: bigint
  readonly spent: bigint
}

/**
 * The figures that the holder of the key may count on. If the key has a limit, they are its own, and what is left is at
 * most what the balance covers. Otherwise they are those of the account. If the limit starts again, they are those of
 * the current period.
 */
export const allowanceOf = (spending: KeySpending): Allowance => {
  const remaining = limitRemaining(spending)
  if (remaining === null) return { total: totalCredits(spending), spent: spending.accountSpent }
  const spent = countedSpendingOf(spending.key)
  return { total: spent + minMicro(remaining, spending.balance), spent }
}
