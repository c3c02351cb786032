import { setTimeout as sleep } from 'node:timers/promises'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Kysely } from 'kysely'
import type { LedgerFailure, LedgerInTransaction } from '../../../application/ports/billing/ledger.ts'
import { applyBatch } from '../../../domain/ledger/apply-batch.ts'
import { assertWellFormed } from '../../../domain/ledger/command.ts'
import type { LedgerCommand, LedgerOutcome, OutcomeOf } from '../../../domain/ledger/command.ts'
import type { Reservation } from '../../../domain/ledger/reservation.ts'
import type { LedgerState } from '../../../domain/ledger/state.ts'
import { readInOrder } from '../engine/batch-transactions.ts'
import type { Database } from '../schema/schema.ts'
import { DatabaseAway } from '../engine/database-away.ts'
import { databaseFailureOf } from '../sql/database-failure.ts'
import { firstReads, loadState } from './ledger-reads.ts'
import { NOTHING, runUnlocked } from './unlocked-batch.ts'
import type { BatchAttempt, LedgerRows } from './unlocked-batch.ts'
import { sqlState, UNIQUE_VIOLATION } from '../sql/sql-state.ts'

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

/**
 * Carries out commands in one transaction of their own. `earlier` is an attempt at the same commands of which it is
 * unknown whether it was committed: the rows it would have written are looked up under the same locks. `onAttempt` is
 * called with what is about to be written.
 */
const runBatch = async (
  rows: LedgerRows,
  commands: readonly LedgerCommand[],
  earlier: BatchAttempt | null,
  onAttempt: (attempt: BatchAttempt) => void,
): Promise<readonly LedgerOutcome[]> => {
  const unlocked = earlier === null ? await runUnlocked(rows, commands, onAttempt) : null
  return unlocked ?? runUnderLock(rows, commands, earlier, onAttempt)
}

const runUnderLock = async (
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

/** Marks the outcome as new: an earlier attempt of this process executed the command, so it reads as a repetition. */
const asFresh = (outcome: LedgerOutcome): LedgerOutcome => ('fresh' in outcome ? { ...outcome, fresh: true } : outcome)

/** A command whose caller waits for its outcome. */
export interface WaitingCommand {
  readonly command: LedgerCommand
  readonly answer: (outcome: Either<LedgerFailure, LedgerOutcome>) => void
  /** The command broke a rule that no correct program breaks. */
  readonly fail: (error: unknown) => void
}

const INITIAL_BACKOFF_MS = 25
const MAX_BACKOFF_MS = 500

export interface RetryPolicy {
  /** Attempts at one batch before its commands are answered `ledger_unavailable`. */
  readonly attempts: number
  /** No new attempt begins this long after the first. */
  readonly giveUpAfterMs: number
}

/** Twice as long each time up to a bound, with a random part, so that two processes do not retry in step. */
const backoff = (attempt: number): Promise<unknown> =>
  sleep(Math.min(INITIAL_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS) * (0.5 + Math.random()))

/**
 * Gives every waiting command its outcome, whatever happens to the database. Commands carry their ids, so the same
 * batch may be sent again after any failure: a command that was carried out has the same outcome again.
 */
export const runWithRetries = async (
  rows: LedgerRows,
  items: readonly WaitingCommand[],
  retryPolicy: RetryPolicy,
  /** Whether the commands were part of an earlier batch of which it is unknown whether it was committed. */
  sentBefore = false,
): Promise<void> => {
  const commands = items.map(({ command }) => command)
  const startedAt = performance.now()
  let earlier: BatchAttempt | null = null
  for (let attempt = 0; ; attempt += 1) {
    const sent: BatchAttempt | null = earlier
    try {
      const outcomes = await runBatch(rows, commands, earlier, (made) => (earlier = made))
      items.forEach((item, index) => {
        const outcome = outcomes[index]
        if (outcome !== undefined) item.answer(right(outcome))
      })
      return
    } catch (error) {
      const wasSent = !(error instanceof DatabaseAway)
      if (!wasSent) earlier = sent
      const isLast =
        !wasSent || attempt + 1 >= retryPolicy.attempts || performance.now() - startedAt > retryPolicy.giveUpAfterMs
      const mayHaveLanded = sentBefore || earlier !== null
      const next = nextStep(error, items, isLast, mayHaveLanded)
      if (next === 'one_by_one') return await oneByOne(rows, items, retryPolicy, mayHaveLanded)
      if (next === 'answered') return
      await backoff(attempt)
    }
  }
}

const nextStep = (
  error: unknown,
  items: readonly WaitingCommand[],
  isLast: boolean,
  mayHaveLanded: boolean,
): 'again' | 'one_by_one' | 'answered' => {
  switch (databaseFailureOf(error)) {
    case 'refused':
      if (items.length > 1) return 'one_by_one'
      items.forEach((item) => refuse(item, error))
      return 'answered'
    case 'defect':
      items.forEach((item) => item.fail(error))
      return 'answered'
    case 'locked':
      // One wallet that another transaction keeps locked must not delay the commands of all others.
      if (items.length > 1) return 'one_by_one'
      break
    case 'conflict':
    case 'unavailable':
      break
  }
  if (!isLast) return 'again'
  const tag = 'ledger_unavailable'
  items.forEach((item) => item.answer(left(mayHaveLanded ? { tag, mayHaveLanded } : { tag })))
  return 'answered'
}

/** An id or a reference that another command took since the read is a mismatch; other refusals are defects. */
const refuse = (item: WaitingCommand, error: unknown): void => {
  if (sqlState(error) === UNIQUE_VIOLATION) item.answer(right({ tag: 'mismatch' }))
  else item.fail(error)
}

const oneByOne = async (
  rows: LedgerRows,
  items: readonly WaitingCommand[],
  retryPolicy: RetryPolicy,
  sentBefore: boolean,
): Promise<void> => {
  for (const item of items) await runWithRetries(rows, [item], retryPolicy, sentBefore)
}

/** The ledger inside one transaction, and the notice that the transaction was committed. */
export interface FollowedLedger extends LedgerInTransaction {
  /** Call this once after the commit: from then on the next batch is decided on what this transaction left. */
  committed(): void
}

/** The ledger on the caller's transaction, which alone decides whether the money moved. */
export const ledgerInTransaction = (
  { cache, statements, nowMs }: Omit<LedgerRows, 'batches'>,
  transaction: Kysely<Database>,
): FollowedLedger => {
  const followed = cache.follow()
  const read = readInOrder(transaction)
  return {
    apply: async <C extends LedgerCommand>(command: C): Promise<OutcomeOf<C>> => {
      assertWellFormed(command)
      const state = await loadState([command], await read(firstReads([command])), read, true)
      const { outcomes, writes } = applyBatch(state, [command], nowMs())
      const write = statements.write(writes)
      if (write !== null) await read([write])
      followed.note(state, writes)
      return outcomes[0] as OutcomeOf<C>
    },
    committed: () => followed.committed(),
  }
}
