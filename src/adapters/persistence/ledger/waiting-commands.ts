import { isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { LedgerFailure } from '../../../application/ports/billing/ledger.ts'
import { isEndCommand } from '../../../domain/ledger/command.ts'
import type { LedgerCommand, LedgerOutcome } from '../../../domain/ledger/command.ts'

export interface WaitingCommand {
  readonly command: LedgerCommand
  readonly answer: (outcome: Either<LedgerFailure, LedgerOutcome>) => void
  /** The command broke a rule that no correct program breaks. */
  readonly fail: (error: unknown) => void
}

export interface WaitingOptions {
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

export const waitingCommands = (options: WaitingOptions): WaitingCommands => {
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
