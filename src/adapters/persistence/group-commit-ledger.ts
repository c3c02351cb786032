import { type Either, left } from 'fp-ts/lib/Either.js'
import type { Ledger, LedgerFailure } from '../../application/ports/ledger.ts'
import type { LedgerCommand, OutcomeOf } from '../../domain/ledger/command.ts'
import { assertWellFormed } from '../../domain/ledger/well-formed.ts'
import type { BatchTransactions } from './batch-transactions.ts'
import { carryOut, type Patience } from './carry-out.ts'
import { rememberedLedger } from './remembered-ledger.ts'
import { waitingCommands, type WaitingOptions } from './waiting-commands.ts'

/** A command beyond the capacity is answered `overloaded`. */
export interface LedgerOptions extends Partial<Omit<WaitingOptions, 'onDue'>> {
  readonly largestBatch?: number
  /** Batches written at the same time. */
  readonly batchesInFlight?: number
  /** So many commands are worth a batch behind one that is being written. */
  readonly worthASecondBatch?: number
  readonly patience?: Patience
}

export interface OpenLedger extends Ledger {
  /** Takes no more commands and resolves when all that were taken are answered. */
  close(): Promise<void>
}

/**
 * Group commit: while one batch is being written the next collects, with no timer. A hold that comes alone is
 * written alone, at once; the busier the ledger, the more commands share one commit. Ends of holds, which keep nobody
 * waiting, wait a little for each other.
 */
export const openLedger = (batches: BatchTransactions, options: LedgerOptions = {}): OpenLedger => {
  const { largestBatch = 512, batchesInFlight = 2, worthASecondBatch = 8 } = options
  const { capacity = 8_192, endsWaitMs = 10, endsWorthACommit = 16 } = options
  const patience = options.patience ?? { attempts: 6, giveUpAfterMs: 5_000 }
  const rows = { batches, memory: rememberedLedger() }
  const running = new Set<Promise<void>>()
  let isScheduled = false
  let isClosed = false

  const start = (): void => {
    const batch = carryOut(rows, waiting.takeDue(largestBatch), patience).finally(() => {
      running.delete(batch)
      schedule()
    })
    running.add(batch)
  }

  /** What a batch costs hardly depends on its size: one behind another must be worth it. */
  const isWorthACommit = (): boolean => {
    const due = waiting.due()
    return due > 0 && (running.size === 0 || due >= worthASecondBatch)
  }

  const consider = (): void => {
    isScheduled = false
    while (running.size < batchesInFlight && isWorthACommit()) start()
  }

  /**
   * Once a turn of the event loop, so that everything that arrived in it shares the batch. A batch that ends asks for
   * its turn before its callers have theirs, so that the database is at work while they write to their sockets.
   */
  const schedule = (): void => {
    if (isScheduled || running.size >= batchesInFlight) return
    isScheduled = true
    setImmediate(consider)
  }

  const waiting = waitingCommands({ capacity, endsWaitMs, endsWorthACommit, onDue: schedule })

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
    waiting.hurry()
    while (running.size > 0 || waiting.size() > 0) {
      while (running.size < batchesInFlight && waiting.size() > 0) start()
      await Promise.all(running)
    }
  }

  return { submit, close }
}
