import type { Hold } from '../holds/hold.ts'
import type { Wallet } from './account.ts'
import type { Transfer } from './transfer.ts'

/** What one API key may spend. `limit` null only counts. Micro-units of the wallet's currency. */
export interface Budget {
  readonly id: string
  readonly limit: bigint | null
  /** The sum really charged, never the sum of prices. */
  readonly spent: bigint
  readonly held: bigint
}

/**
 * The rows a batch of commands touches, read under lock. A row that is not here does not exist, with one
 * exception: transfers of a hold that is still open need not be read, for there are none.
 */
export interface LedgerState {
  readonly wallets: ReadonlyMap<string, Wallet>
  readonly holds: ReadonlyMap<string, Hold>
  readonly transfers: ReadonlyMap<string, Transfer>
  readonly budgets: ReadonlyMap<string, Budget>
  /** Hold reference → hold id. */
  readonly references: ReadonlyMap<string, string>
  /** Id of a charge or a top-up → the sum of its refunds. */
  readonly refunded: ReadonlyMap<string, bigint>
}

export interface NewHold {
  readonly hold: Hold
  readonly lifeSeconds: number
}

/** What must be written so that the outcomes are true. Rows as they stand after the whole batch. */
export interface LedgerWrites {
  readonly wallets: readonly Wallet[]
  readonly budgets: readonly Budget[]
  /** A hold placed and ended in one batch is here alone, as it ended. */
  readonly newHolds: readonly NewHold[]
  /** Holds that were there before: now ended, or given the receipt of a late settle. */
  readonly endedHolds: readonly Hold[]
  /** In the order in which they happened. */
  readonly transfers: readonly Transfer[]
}
