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

/** What the key's own limit leaves, >= 0; null where it has none. */
export const limitRemaining = ({ key: { spendLimit, spent } }: KeySpending): bigint | null =>
  spendLimit === null ? null : maxMicro(spendLimit - spent, 0n)

interface Allowance {
  /** What was and what may still be spent. */
  readonly total: bigint
  readonly spent: bigint
}

/**
 * What the holder of the key may count on: of a key with a limit its own figures, never more than the balance covers; of
 * another key those of the account.
 */
export const allowanceOf = (spending: KeySpending): Allowance => {
  const remaining = limitRemaining(spending)
  if (remaining === null) return { total: totalCredits(spending), spent: spending.accountSpent }
  const { spent } = spending.key
  return { total: spent + minMicro(remaining, spending.balance), spent }
}
