import type { Kysely } from 'kysely'
import type { LedgerInTransaction } from '../../../application/ports/billing/ledger.ts'
import { applyBatch } from '../../../domain/ledger/apply-batch.ts'
import { assertWellFormed } from '../../../domain/ledger/assert-well-formed.ts'
import type { LedgerCommand, LedgerOutcome, OutcomeOf } from '../../../domain/ledger/command.ts'
import type { LedgerState, LedgerWrites } from '../../../domain/ledger/state.ts'
import { readInOrder } from '../engine/batch-transactions.ts'
import type { BatchTransactions } from '../engine/batch-transactions.ts'
import type { Database } from '../schema/schema.ts'
import { databaseFailureOf } from '../sql/database-failure.ts'
import { firstReads, loadState } from './ledger-reads.ts'
import type { LedgerStatements } from './ledger-writes.ts'
import type { LedgerCache } from './ledger-cache.ts'
import { SERIALIZATION_FAILURE, sqlState } from '../sql/sql-state.ts'

/** What a transaction was about to write when its answer was lost. */
export interface BatchAttempt {
  readonly outcomes: readonly LedgerOutcome[]
  readonly writes: LedgerWrites
}

/** A batch commits whole or not at all: it was committed if every row of it is there. */
const wasCommitted = ({ writes }: BatchAttempt, state: LedgerState): boolean =>
  writes.newHolds.every(({ hold }) => state.holds.has(hold.id)) &&
  writes.endedHolds.every(({ id }) => (state.holds.get(id)?.state ?? 'held') !== 'held') &&
  writes.transfers.every(({ id }) => state.transfers.has(id))

/** The statement wrote nothing, because the cached rows it was decided on have changed since. */
const wasStale = (error: unknown): boolean =>
  sqlState(error) === SERIALIZATION_FAILURE || databaseFailureOf(error) === 'refused'

/**
 * Carries out commands on the cached rows; null when the cache does not suffice or was out of date, and nothing has been
 * done. The statement itself finds out whether another process changed a row or took an id or a reference.
 */
const runFromCache = async (
  { batches, cache, statements }: LedgerRows,
  commands: readonly LedgerCommand[],
  onAttempt: (attempt: BatchAttempt) => void,
): Promise<readonly LedgerOutcome[] | null> => {
  const cached = cache.stateFor(commands)
  if (cached === null) return null
  const attempt = applyBatch(cached, commands)
  const statement = statements.guardedWrite(attempt.writes, cached)
  if (statement === null) return null
  onAttempt(attempt)
  // The next batch is decided on what this one will leave. If it leaves other rows, the next batch's statement fails.
  cache.applyWrites(cached, attempt.writes)
  try {
    await batches.write(statement)
  } catch (error) {
    cache.evict(commands)
    if (wasStale(error)) return null
    throw error
  }
  return attempt.outcomes
}

/** Where the rows of the ledger are, which of them this process has cached, and how they are written. */
export interface LedgerRows {
  readonly batches: BatchTransactions
  readonly cache: LedgerCache
  readonly statements: LedgerStatements
}

/**
 * Carries out commands in one transaction of their own. `earlier` is an attempt at the same commands of which it is
 * unknown whether it was committed: the rows it would have written are looked up under the same locks. `onAttempt` is
 * called with what is about to be written.
 */
export const runBatch = async (
  rows: LedgerRows,
  commands: readonly LedgerCommand[],
  earlier: BatchAttempt | null,
  onAttempt: (attempt: BatchAttempt) => void,
): Promise<readonly LedgerOutcome[]> => {
  const fromCache = earlier === null ? await runFromCache(rows, commands, onAttempt) : null
  return fromCache ?? runUnderLock(rows, commands, earlier, onAttempt)
}

const runUnderLock = async (
  { batches, cache, statements }: LedgerRows,
  commands: readonly LedgerCommand[],
  earlier: BatchAttempt | null,
  onAttempt: (attempt: BatchAttempt) => void,
): Promise<readonly LedgerOutcome[]> => {
  const { state, attempt } = await batches.run(firstReads(commands), async (found, more) => {
    const loaded = await loadState(commands, found, more, false)
    if (earlier !== null && wasCommitted(earlier, loaded)) {
      return { write: null, value: { state: loaded, attempt: { outcomes: earlier.outcomes, writes: NOTHING } } }
    }
    const made = applyBatch(loaded, commands)
    onAttempt(made)
    return { write: statements.write(made.writes), value: { state: loaded, attempt: made } }
  })
  cache.applyWrites(state, attempt.writes)
  return attempt.outcomes
}

const NOTHING: LedgerWrites = { wallets: [], budgets: [], newHolds: [], endedHolds: [], transfers: [] }

/** The ledger inside one transaction, and the notice that the transaction was committed. */
export interface FollowedLedger extends LedgerInTransaction {
  /** To be called once after the commit: from then on the next batch is decided on what this transaction left. */
  committed(): void
}

/** The ledger on the caller's transaction, which alone decides whether the money moved. */
export const ledgerInTransaction = (
  { cache, statements }: Pick<LedgerRows, 'cache' | 'statements'>,
  transaction: Kysely<Database>,
): FollowedLedger => {
  const followed = cache.follow()
  const read = readInOrder(transaction)
  return {
    apply: async <C extends LedgerCommand>(command: C): Promise<OutcomeOf<C>> => {
      assertWellFormed(command)
      const state = await loadState([command], await read(firstReads([command])), read, true)
      const { outcomes, writes } = applyBatch(state, [command])
      const write = statements.write(writes)
      if (write !== null) await read([write])
      followed.note(state, writes)
      return outcomes[0] as OutcomeOf<C>
    },
    committed: () => followed.committed(),
  }
}
