import type { LedgerOutcome } from '../../../../domain/ledger/command.ts'
import type { LedgerWrites } from '../../../../domain/ledger/state.ts'

/** What a transaction was about to write when its answer was lost. */
export interface BatchAttempt {
  /** Null if the balances in them come from the answer of the database. */
  readonly outcomes: readonly LedgerOutcome[] | null
  readonly writes: LedgerWrites
}

/** Writes of a batch that changes no row. */
export const NOTHING: LedgerWrites = {
  wallets: [],
  budgets: [],
  newHolds: [],
  endedHolds: [],
  reservations: [],
  transfers: [],
  usage: [],
}
