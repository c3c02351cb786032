import { applyBatch } from '../../../../domain/ledger/apply-batch.ts'
import type { LedgerCommand, LedgerOutcome } from '../../../../domain/ledger/command.ts'
import type { Reservation } from '../../../../domain/ledger/reservation.ts'
import type { LedgerState } from '../../../../domain/ledger/state.ts'
import { firstReads, loadState } from '../ledger-reads.ts'
import type { LedgerRows } from '../ledger-rows.ts'
import { NOTHING } from './batch-attempt.ts'
import type { BatchAttempt } from './batch-attempt.ts'

/** The sums of a reservation only grow, so one that was written is reached for ever. */
const hasReached = (row: Reservation | undefined, written: Reservation): boolean =>
  row !== undefined &&
  row.granted >= written.granted &&
  row.captured >= written.captured &&
  row.returned >= written.returned &&
  (row.ended || !written.ended)

/** A batch commits whole or not at all: it was committed if every row of it is there. */
const wasCommitted = ({ writes }: BatchAttempt, state: LedgerState): boolean =>
  writes.newHolds.every(({ hold }) => state.holds.has(hold.id)) &&
  writes.endedHolds.every(({ id }) => (state.holds.get(id)?.state ?? 'held') !== 'held') &&
  writes.reservations.every((written) => hasReached(state.reservations.get(written.id), written)) &&
  writes.transfers.every(({ id }) => state.transfers.has(id))

/** Marks the outcome as new: an earlier attempt of this process executed the command, so it reads as a repetition. */
const asFresh = (outcome: LedgerOutcome): LedgerOutcome => ('fresh' in outcome ? { ...outcome, fresh: true } : outcome)

/**
 * Carries out commands in one transaction of their own. `earlier` is an attempt at the same commands of which it is
 * unknown whether it was committed: the rows it would have written are looked up under the same locks. `onAttempt` is
 * called with what is about to be written.
 */
export const runUnderLock = async (
  { batches, cache, statements, nowMs }: LedgerRows,
  commands: readonly LedgerCommand[],
  earlier: BatchAttempt | null,
  onAttempt: (attempt: BatchAttempt) => void,
): Promise<readonly LedgerOutcome[]> => {
  const { state, attempt } = await batches.run(firstReads(commands), async (found, more) => {
    const loaded = await loadState(commands, found, more, false)
    if (earlier !== null && wasCommitted(earlier, loaded)) {
      const outcomes = earlier.outcomes ?? applyBatch(loaded, commands, nowMs()).outcomes.map(asFresh)
      return { write: null, value: { state: loaded, attempt: { outcomes, writes: NOTHING } } }
    }
    const made = applyBatch(loaded, commands, nowMs())
    onAttempt(made)
    return { write: statements.write(made.writes), value: { state: loaded, attempt: made } }
  })
  cache.applyWrites(state, attempt.writes)
  return attempt.outcomes
}
