import { applyBatch } from '../../domain/ledger/apply-batch.ts'
import type { LedgerCommand, LedgerOutcome } from '../../domain/ledger/command.ts'
import type { LedgerState, LedgerWrites } from '../../domain/ledger/state.ts'
import type { BatchTransactions } from './batch-transactions.ts'
import { databaseFailureOf } from './database-failure.ts'
import { firstReads } from './ledger-reads.ts'
import { loadState } from './ledger-state.ts'
import { guardedWriteStatement, writeStatement } from './ledger-writes.ts'
import type { RememberedLedger } from './remembered-ledger.ts'
import { sqlState } from './sql-state.ts'

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

const SERIALIZATION_FAILURE = '40001'

/** The statement wrote nothing, because the memory it was decided on is no longer true. */
const wasStale = (error: unknown): boolean =>
  sqlState(error) === SERIALIZATION_FAILURE || databaseFailureOf(error) === 'refused'

/**
 * Carries out commands on what is remembered of their rows; null when memory does not suffice or was wrong, and
 * nothing has been done. A row another process changed, an id or reference already taken: all of it is found out
 * by the statement itself.
 */
const runFromMemory = async (
  { batches, memory }: LedgerRows,
  commands: readonly LedgerCommand[],
  onAttempt: (attempt: Attempt) => void,
): Promise<readonly LedgerOutcome[] | null> => {
  const guess = memory.recall(commands)
  if (guess === null) return null
  const attempt = applyBatch(guess, commands)
  const statement = guardedWriteStatement(attempt.writes, guess)
  if (statement === null) return null
  onAttempt(attempt)
  // The next batch is decided on what this one will leave; if it leaves anything else, the next finds it out.
  memory.learn(guess, attempt.writes)
  try {
    await batches.write(statement)
  } catch (error) {
    memory.forget(commands)
    if (wasStale(error)) return null
    throw error
  }
  return attempt.outcomes
}

/** Where the rows of the ledger are, and what this process remembers of them. */
export interface LedgerRows {
  readonly batches: BatchTransactions
  readonly memory: RememberedLedger
}

/**
 * Carries out commands in one transaction of their own. `earlier` is an attempt at the same commands whose
 * fate is unknown: the rows it would have written, looked up under the same locks, tell it.
 * `onAttempt` hears what is about to be written.
 */
export const runBatch = async (
  rows: LedgerRows,
  commands: readonly LedgerCommand[],
  earlier: Attempt | null,
  onAttempt: (attempt: Attempt) => void,
): Promise<readonly LedgerOutcome[]> => {
  const fromMemory = earlier === null ? await runFromMemory(rows, commands, onAttempt) : null
  return fromMemory ?? runUnderLock(rows, commands, earlier, onAttempt)
}

const runUnderLock = async (
  { batches, memory }: LedgerRows,
  commands: readonly LedgerCommand[],
  earlier: Attempt | null,
  onAttempt: (attempt: Attempt) => void,
): Promise<readonly LedgerOutcome[]> => {
  const { state, attempt } = await batches.run(firstReads(commands), async (found, more) => {
    const loaded = await loadState(commands, found, more, false)
    if (earlier !== null && hasLanded(earlier, loaded)) {
      return { write: null, value: { state: loaded, attempt: { outcomes: earlier.outcomes, writes: NOTHING } } }
    }
    const made = applyBatch(loaded, commands)
    onAttempt(made)
    return { write: writeStatement(made.writes), value: { state: loaded, attempt: made } }
  })
  memory.learn(state, attempt.writes)
  return attempt.outcomes
}

const NOTHING: LedgerWrites = { wallets: [], budgets: [], newHolds: [], endedHolds: [], transfers: [] }
