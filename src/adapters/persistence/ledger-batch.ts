import { applyBatch } from '../../domain/ledger/apply-batch.ts'
import type { LedgerCommand, LedgerOutcome } from '../../domain/ledger/command.ts'
import type { LedgerState, LedgerWrites } from '../../domain/ledger/state.ts'
import type { BatchTransactions } from './batch-transactions.ts'
import { firstReads } from './ledger-reads.ts'
import { loadState } from './ledger-state.ts'
import { writeStatement } from './ledger-writes.ts'

/** What a transaction was about to make true when its answer was lost. */
export interface Attempt {
  readonly outcomes: readonly LedgerOutcome[]
  readonly writes: LedgerWrites
}

/** A batch commits whole or not at all, so that every row of it is there tells that it did. */
const hasLanded = ({ writes }: Attempt, state: LedgerState): boolean =>
  writes.newHolds.every(({ hold }) => state.holds.has(hold.id)) &&
  writes.endedHolds.every(({ id }) => (state.holds.get(id)?.state ?? 'held') !== 'held') &&
  writes.transfers.every(({ id }) => state.transfers.has(id))

/**
 * Carries out commands in one transaction of their own. `earlier` is an attempt at the same commands whose
 * fate is unknown: the rows it would have written, looked up under the same locks, tell it.
 * `onAttempt` hears what is about to be written.
 */
export const runBatch = (
  batches: BatchTransactions,
  commands: readonly LedgerCommand[],
  earlier: Attempt | null,
  onAttempt: (attempt: Attempt) => void,
): Promise<readonly LedgerOutcome[]> =>
  batches.run(firstReads(commands), async (rows, more) => {
    const state = await loadState(commands, rows, more, false)
    if (earlier !== null && hasLanded(earlier, state)) return { write: null, value: earlier.outcomes }
    const attempt = applyBatch(state, commands)
    onAttempt(attempt)
    return { write: writeStatement(attempt.writes), value: attempt.outcomes }
  })
