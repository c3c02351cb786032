import { isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { LedgerFailure } from '../../../../application/ports/billing/ledger.ts'
import { mayWait } from '../../../../domain/ledger/command.ts'
import type { LedgerCommand, LedgerOutcome } from '../../../../domain/ledger/command.ts'
import type { WaitingCommand } from './waiting-command.ts'
import type { SharedWait } from './shared-wait.ts'

interface QueueDeps {
  /** Ends of holds, which wait for each other. */
  readonly ends: SharedWait
  /** Adds a command behind all others; false when there is no room. */
  readonly addAgain: (waiting: WaitingCommand) => boolean
}

/** Commands in the order in which they came, of which ends are overtaken by the others. */
interface CommandQueue {
  push(waiting: WaitingCommand): void
  size(): number
  due(): number
  /** The first `most` of those that are due. */
  takeDue(most: number): readonly WaitingCommand[]
  flushNow(): void
}

/** Outcomes that the end of a hold could change: an end gives money back, and makes the charge that a refund names. */
const SHORT: ReadonlySet<LedgerOutcome['tag']> = new Set([
  'insufficient',
  'spend_limit_exceeded',
  'refund_exceeds_original',
])

/** A hold that takes all that it asks for, or nothing; every other command as it is. */
const asWhole = (command: LedgerCommand): LedgerCommand => {
  if (command.tag !== 'place_hold' || command.less === undefined) return command
  const { less: _, ...whole } = command
  return whole
}

const isShort = (outcome: Either<LedgerFailure, LedgerOutcome>): boolean =>
  isRight(outcome) && SHORT.has(outcome.right.tag)

export const commandQueue = ({ ends, addAgain }: QueueDeps): CommandQueue => {
  let queue: WaitingCommand[] = []
  let isFlushing = false

  const areEndsDue = (): boolean => isFlushing || ends.isOver()

  /**
   * If a command was written before ends that wait, and was refused for lack of money or would take less, it is decided
   * again after those ends.
   */
  const overtaking = (waiting: WaitingCommand): WaitingCommand => ({
    ...waiting,
    command: asWhole(waiting.command),
    answer: (outcome) => {
      if (isShort(outcome) && addAgain(waiting)) ends.endNow()
      else waiting.answer(outcome)
    },
  })

  const takeDue = (most: number): readonly WaitingCommand[] => {
    const isAllDue = areEndsDue()
    const haveEnds = ends.size() > 0
    const taken: WaitingCommand[] = []
    const left: WaitingCommand[] = []
    for (const waiting of queue) {
      const isEnd = mayWait(waiting.command)
      if (taken.length >= most || (isEnd && !isAllDue)) {
        left.push(waiting)
        continue
      }
      taken.push(isAllDue || !haveEnds ? waiting : overtaking(waiting))
      if (isEnd) ends.leave(1)
    }
    queue = left
    if (isAllDue) ends.restart()
    return taken
  }

  return {
    push: (waiting) => {
      queue.push(waiting)
      if (mayWait(waiting.command)) ends.join()
    },
    size: () => queue.length,
    due: () => (areEndsDue() ? queue.length : queue.length - ends.size()),
    takeDue,
    flushNow: () => {
      isFlushing = true
    },
  }
}
