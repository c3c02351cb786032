import { left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Kysely } from 'kysely'
import type { Ledger, LedgerFailure } from '../../../application/ports/billing/ledger.ts'
import { assertWellFormed } from '../../../domain/ledger/command.ts'
import type { LedgerCommand, LedgerOutcome, OutcomeOf } from '../../../domain/ledger/command.ts'
import type { BatchTransactions } from '../engine/batch-transactions.ts'
import type { Database } from '../schema/schema.ts'
import { ledgerCache } from './ledger-cache.ts'
import { ledgerStatements } from './ledger-writes.ts'
import { lockedWallets } from './batches/locked-wallets.ts'
import { runWithRetries } from './batches/retried-batch.ts'
import type { RetryPolicy } from './batches/retried-batch.ts'
import { ledgerInTransaction } from './ledger-in-transaction.ts'
import type { FollowedLedger } from './ledger-in-transaction.ts'
import type { WaitingCommand } from './queue/waiting-command.ts'
import { waitingCommands } from './queue/waiting-commands.ts'
import type { WaitingOptions } from './queue/waiting-commands.ts'

/** A command beyond the capacity fails as `overloaded`. */
export interface LedgerOptions extends Partial<Omit<WaitingOptions, 'onDue' | 'isCovered'>> {
  readonly largestBatch?: number
  /** Batches written at the same time. */
  readonly batchesInFlight?: number
  readonly retryPolicy?: RetryPolicy
  /** The wall clock, in milliseconds since the epoch. */
  readonly nowMs?: () => number
  /** Called for each batch, with its number of commands. */
  readonly onBatch?: (commands: number) => void
  /** Called with the answer to each submitted command; null: it broke a rule that no correct program breaks. */
  readonly onAnswer?: (command: LedgerCommand, answer: Either<LedgerFailure, LedgerOutcome> | null) => void
}

/** As many commands as this make a second batch while one is being written. */
const MIN_SECOND_BATCH = 8

const WAITING = {
  capacity: 8_192,
  endsWaitMs: 10,
  minEndsPerCommit: 16,
  capturesWaitMs: 20,
  minCapturesPerCommit: 128,
}

/** The two ways to use the ledger: commands of their own, and commands inside a transaction. Both share one cache. */
export interface OpenLedger extends Ledger {
  /** The ledger inside a transaction of a unit of work. */
  within(transaction: Kysely<Database>): FollowedLedger
  /** Commands that wait for a batch. */
  waiting(): number
  /** Takes no more commands and resolves when all that were taken have their outcome. */
  close(): Promise<void>
}

/** Calls `onAnswer` with the answer before the caller gets it. */
const heard = <C extends LedgerCommand>(
  command: C,
  onAnswer: LedgerOptions['onAnswer'],
  resolve: (outcome: Either<LedgerFailure, OutcomeOf<C>>) => void,
  reject: (error: unknown) => void,
): WaitingCommand => ({
  command,
  answer: (outcome) => {
    onAnswer?.(command, outcome)
    resolve(outcome as Either<LedgerFailure, OutcomeOf<C>>)
  },
  fail: (error) => {
    onAnswer?.(command, null)
    reject(error)
  },
})

/**
 * Group commit: while one batch is being written the next collects, with no timer. A hold that comes alone is
 * written alone, at once; the busier the ledger, the more commands share one commit. Ends of holds, for which no
 * client waits, wait a little for each other. Captures that are covered go in batches of their own.
 */
export const openLedger = (batches: BatchTransactions, options: LedgerOptions = {}): OpenLedger => {
  const { largestBatch = 512, batchesInFlight = 2, capacity = WAITING.capacity } = options
  const retryPolicy = options.retryPolicy ?? { attempts: 6, giveUpAfterMs: 5_000 }
  const cache = ledgerCache()
  const rows = { batches, cache, statements: ledgerStatements(), nowMs: options.nowMs ?? Date.now }
  const running = new Set<Promise<void>>()
  let isScheduled = false
  let isClosed = false

  const locked = lockedWallets((items, sent) => runWithRetries(rows, items, { retryPolicy, setAside: null }, sent))

  const start = (): void => {
    const taken = locked.sift(waiting.takeDue(largestBatch))
    if (taken.length === 0) return
    options.onBatch?.(taken.length)
    const batch = runWithRetries(rows, taken, { retryPolicy, setAside: locked.setAside }).finally(() => {
      running.delete(batch)
      schedule()
    })
    running.add(batch)
  }

  /** The cost of a batch hardly depends on its size, so a second batch in flight needs enough commands. */
  const isBatchDue = (): boolean => {
    const due = waiting.due()
    return due > 0 && (running.size === 0 || due >= MIN_SECOND_BATCH)
  }

  const startDueBatches = (): void => {
    isScheduled = false
    while (running.size < batchesInFlight && isBatchDue()) start()
  }

  /**
   * Once a turn of the event loop, so that all commands that arrived in it share the batch. A batch that ends schedules
   * the next one before its callers run, so that the database is at work while they write to their sockets.
   */
  const schedule = (): void => {
    if (isScheduled || running.size >= batchesInFlight) return
    isScheduled = true
    setImmediate(startDueBatches)
  }

  const waiting = waitingCommands({ ...WAITING, ...options, onDue: schedule, isCovered: cache.covers })

  const submit = <C extends LedgerCommand>(command: C): Promise<Either<LedgerFailure, OutcomeOf<C>>> =>
    new Promise((resolve, reject) => {
      assertWellFormed(command)
      const waits = heard(command, options.onAnswer, resolve, reject)
      if (isClosed) return waits.answer(left({ tag: 'ledger_unavailable' }))
      const hasRoom = locked.size() < capacity && waiting.add(waits)
      return hasRoom ? schedule() : waits.answer(left({ tag: 'overloaded' }))
    })

  const close = async (): Promise<void> => {
    isClosed = true
    waiting.flushNow()
    while (running.size > 0 || waiting.size() > 0 || locked.size() > 0) {
      while (running.size < batchesInFlight && waiting.due() > 0) start()
      await Promise.all([...running, locked.ended()])
    }
  }

  return {
    submit,
    within: (transaction) => ledgerInTransaction(rows, transaction),
    waiting: () => waiting.size() + locked.size(),
    close,
  }
}
