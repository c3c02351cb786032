import { isRight, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Kysely } from 'kysely'
import type { Ledger, LedgerFailure } from '../../../application/ports/billing/ledger.ts'
import { isEndCommand, assertWellFormed } from '../../../domain/ledger/command.ts'
import type { LedgerCommand, LedgerOutcome, OutcomeOf } from '../../../domain/ledger/command.ts'
import type { BatchTransactions } from '../engine/batch-transactions.ts'
import type { Database } from '../schema/schema.ts'
import { ledgerCache } from './ledger-cache.ts'
import { ledgerStatements } from './ledger-writes.ts'
import { ledgerInTransaction, runWithRetries } from './ledger-batch.ts'
import type { FollowedLedger, RetryPolicy, WaitingCommand } from './ledger-batch.ts'

interface WaitingOptions {
  /** How many commands may wait; one more is not taken. */
  readonly capacity: number
  /** How long ends of holds wait for other ends, to share a commit. */
  readonly endsWaitMs: number
  /** As many ends as this are due at once. */
  readonly minEndsPerCommit: number
  /** Called when commands become due that were not due when they were added. */
  readonly onDue: () => void
}

/**
 * First in, first out, bounded. No client waits for the end of a hold, which comes after the response. So the end waits
 * a little for other ends, and in between no hold waits until an end is written. Every other command is due at once.
 */
interface WaitingCommands {
  /** False when full: nothing was added. */
  add(waiting: WaitingCommand): boolean
  size(): number
  due(): number
  /** The first `most` of those that are due. */
  takeDue(most: number): readonly WaitingCommand[]
  /** From now on every command is due at once. */
  flushNow(): void
}

/** Outcomes that the end of a hold could change: an end gives money back, and makes the charge that a refund names. */
const SHORT: ReadonlySet<LedgerOutcome['tag']> = new Set([
  'insufficient',
  'spend_limit_exceeded',
  'refund_exceeds_original',
])

const isShort = (outcome: Either<LedgerFailure, LedgerOutcome>): boolean =>
  isRight(outcome) && SHORT.has(outcome.right.tag)

const waitingCommands = (options: WaitingOptions): WaitingCommands => {
  const { capacity, endsWaitMs, minEndsPerCommit, onDue } = options
  let queue: WaitingCommand[] = []
  let ends = 0
  let haveEndsWaited = false
  let isFlushing = false
  let batchTimer: NodeJS.Timeout | undefined

  const areEndsDue = (): boolean => haveEndsWaited || isFlushing || ends >= minEndsPerCommit

  const flushEnds = (): void => {
    haveEndsWaited = true
    onDue()
  }

  /** The ends that still wait do so for the whole time, counted from now. */
  const restartBatchTimer = (): void => {
    clearTimeout(batchTimer)
    batchTimer = ends > 0 ? setTimeout(flushEnds, endsWaitMs) : undefined
    haveEndsWaited = false
  }

  const add = (waiting: WaitingCommand): boolean => {
    if (queue.length >= capacity) return false
    queue.push(waiting)
    if (isEndCommand(waiting.command)) {
      ends += 1
      batchTimer ??= setTimeout(flushEnds, endsWaitMs)
    }
    return true
  }

  /**
   * A command that overtook waiting ends and was refused for lack of money is decided a second time, after those ends.
   */
  const overtaking = (waiting: WaitingCommand): WaitingCommand => ({
    ...waiting,
    answer: (outcome) => {
      if (isShort(outcome) && add(waiting)) flushEnds()
      else waiting.answer(outcome)
    },
  })

  return {
    add,
    size: () => queue.length,
    due: () => (areEndsDue() ? queue.length : queue.length - ends),
    takeDue: (most) => {
      const isAllDue = areEndsDue()
      const taken: WaitingCommand[] = []
      const left: WaitingCommand[] = []
      for (const waiting of queue) {
        const isEnd = isEndCommand(waiting.command)
        if (taken.length >= most || (isEnd && !isAllDue)) {
          left.push(waiting)
          continue
        }
        taken.push(isAllDue || ends === 0 ? waiting : overtaking(waiting))
        if (isEnd) ends -= 1
      }
      queue = left
      if (isAllDue) restartBatchTimer()
      return taken
    },
    flushNow: () => {
      isFlushing = true
    },
  }
}

/** A command beyond the capacity fails as `overloaded`. */
export interface LedgerOptions extends Partial<Omit<WaitingOptions, 'onDue'>> {
  readonly largestBatch?: number
  /** Batches written at the same time. */
  readonly batchesInFlight?: number
  /** As many commands as this make a second batch while one is being written. */
  readonly minSecondBatch?: number
  readonly retryPolicy?: RetryPolicy
}

/** The two doors of the ledger, over one cache. */
export interface OpenLedger extends Ledger {
  /** The ledger inside a transaction of a unit of work. */
  within(transaction: Kysely<Database>): FollowedLedger
  /** Takes no more commands and resolves when all that were taken have their outcome. */
  close(): Promise<void>
}

/**
 * Group commit: while one batch is being written the next collects, with no timer. A hold that comes alone is
 * written alone, at once; the busier the ledger, the more commands share one commit. Ends of holds, for which no
 * client waits, wait a little for each other.
 */
export const openLedger = (batches: BatchTransactions, options: LedgerOptions = {}): OpenLedger => {
  const { largestBatch = 512, batchesInFlight = 2, minSecondBatch = 8 } = options
  const { capacity = 8_192, endsWaitMs = 10, minEndsPerCommit = 16 } = options
  const retryPolicy = options.retryPolicy ?? { attempts: 6, giveUpAfterMs: 5_000 }
  const rows = { batches, cache: ledgerCache(), statements: ledgerStatements() }
  const running = new Set<Promise<void>>()
  let isScheduled = false
  let isClosed = false

  const start = (): void => {
    const batch = runWithRetries(rows, waiting.takeDue(largestBatch), retryPolicy).finally(() => {
      running.delete(batch)
      schedule()
    })
    running.add(batch)
  }

  /** The cost of a batch hardly depends on its size, so a second batch in flight needs enough commands. */
  const isBatchDue = (): boolean => {
    const due = waiting.due()
    return due > 0 && (running.size === 0 || due >= minSecondBatch)
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

  const waiting = waitingCommands({ capacity, endsWaitMs, minEndsPerCommit, onDue: schedule })

  const submit = <C extends LedgerCommand>(command: C): Promise<Either<LedgerFailure, OutcomeOf<C>>> =>
    new Promise((resolve, reject) => {
      assertWellFormed(command)
      if (isClosed) return resolve(left({ tag: 'ledger_unavailable' }))
      const isTaken = waiting.add({
        command,
        answer: (outcome) => resolve(outcome as Either<LedgerFailure, OutcomeOf<C>>),
        fail: reject,
      })
      return isTaken ? schedule() : resolve(left({ tag: 'overloaded' }))
    })

  const close = async (): Promise<void> => {
    isClosed = true
    waiting.flushNow()
    while (running.size > 0 || waiting.size() > 0) {
      while (running.size < batchesInFlight && waiting.size() > 0) start()
      await Promise.all(running)
    }
  }

  return { submit, within: (transaction) => ledgerInTransaction(rows, transaction), close }
}
