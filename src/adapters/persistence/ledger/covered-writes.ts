import type { CoveredWrites } from '../../../domain/ledger/captures/covered-captures.ts'
import type { Wallet } from '../../../domain/ledger/account.ts'
import type { Rows } from '../engine/batch-transactions.ts'
import type { Part } from './ledger-statement.ts'
import {
  CHARGED_BUDGETS,
  COVERED_CHARGES,
  NEW_HOLDS,
  PAYING_WALLETS,
  TAKEN_RESERVATIONS,
  USAGE_BATCHES,
} from './ledger-tables.ts'
import { newHoldRows, transferRows, usageRows } from './new-rows.ts'

/** What a statement tells of a wallet that it has moved. */
export type PaidWallet = Pick<Wallet, 'id' | 'balance' | 'held' | 'reserved' | 'suspended'>

/** In id order: the order in which every transaction locks rows. */
const inOrder = (sums: ReadonlyMap<string, bigint>): readonly (readonly [id: string, sum: bigint])[] =>
  sums.size < 2 ? [...sums] : [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))

const moved = (sums: ReadonlyMap<string, bigint>): readonly (readonly [id: string, sum: bigint])[] =>
  inOrder(sums).filter(([, sum]) => sum > 0n)

/**
 * The statement asks for its parts in this order: wallets first, then keys, then reservations, as every batch locks them.
 */
export const coveredParts = ({ calls, charges, paid, charged, taken, usage }: CoveredWrites, nowMs: number): Part[] => {
  const decidedAt = new Date(nowMs).toISOString()
  const text = ([id, sum]: readonly [string, bigint]): readonly [string, string] => [id, sum.toString()]
  const parts: Part[] = [
    { table: PAYING_WALLETS, rows: inOrder(paid).map(text) },
    { table: CHARGED_BUDGETS, rows: moved(charged).map((each) => [...text(each), decidedAt]) },
    { table: TAKEN_RESERVATIONS, rows: moved(taken).map(text) },
    { table: NEW_HOLDS, rows: newHoldRows(calls.map((hold) => ({ hold, lifeSeconds: 0 }))) },
    {
      table: COVERED_CHARGES,
      rows: transferRows(charges.map(({ transfer, later }) => ({ ...transfer, balanceAfter: later }))),
    },
    { table: USAGE_BATCHES, rows: usageRows(usage) },
  ]
  return parts.filter(({ rows }) => rows.length > 0)
}

/** The rows that `coveredParts` answers with. */
export const paidWallets = (rows: Rows): readonly PaidWallet[] => rows as unknown as readonly PaidWallet[]
