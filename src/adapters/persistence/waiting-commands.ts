import { type Either, isRight } from 'fp-ts/lib/Either.js'
import type { LedgerFailure } from '../../application/ports/ledger.ts'
import type { LedgerCommand, LedgerOutcome } from '../../domain/ledger/command.ts'

export interface WaitingCommand {
  readonly command: LedgerCommand
  readonly answer: (outcome: Either<LedgerFailure, LedgerOutcome>) => void
  /** The command broke a rule that no correct program breaks. */
  readonly fail: (error: unknown) => void
}

export interface WaitingOptions {
  /** Commands that may wait; one more is not taken. */
  readonly capacity: number
  /** How long ends of holds wait for others of their kind, to share a commit. */
  readonly endsWaitMs: number
  /** So many of them wait no longer. */
  readonly endsWorthACommit: number
  /** Called when commands have become due that were not when they were added. */
  readonly onDue: () => void
}

/**
 * First in, first out, bounded. The end of a hold keeps nobody waiting: it comes behind the answer. So it waits a
 * little for others of its kind, and meanwhile no hold is kept waiting by the writing of it. Every other command is due
 * at once.
 */
export interface WaitingCommands {
  /** False when full: nothing was added. */
  add(waiting: WaitingCommand): boolean
  size(): number
  due(): number
  /** The first `most` of those that are due. */
  takeDue(most: number): readonly WaitingCommand[]
  /** From now on nothing waits for company. */
  hurry(): void
}

const isEnd = ({ command }: WaitingCommand): boolean => command.tag === 'settle' || command.tag === 'release'

/** Outcomes that the end of a hold could change: it gives money back, and makes the charge that a refund names. */
const SHORT: ReadonlySet<LedgerOutcome['tag']> = new Set([
  'insufficient',
  'spend_limit_exceeded',
  'refund_exceeds_original',
])

const isShort = (outcome: Either<LedgerFailure, LedgerOutcome>): boolean =>
  isRight(outcome) && SHORT.has(outcome.right.tag)

export const waitingCommands = (options: WaitingOptions): WaitingCommands => {
  const { capacity, endsWaitMs, endsWorthACommit, onDue } = options
  let queue: WaitingCommand[] = []
  let ends = 0
  let haveEndsWaited = false
  let isHurried = false
  let company: NodeJS.Timeout | undefined

  const areEndsDue = (): boolean => haveEndsWaited || isHurried || ends >= endsWorthACommit

  const endWaiting = (): void => {
    haveEndsWaited = true
    onDue()
  }

  /** What waits still has its whole wait before it. */
  const waitAnew = (): void => {
    clearTimeout(company)
    company = ends > 0 ? setTimeout(endWaiting, endsWaitMs) : undefined
    haveEndsWaited = false
  }

  const add = (waiting: WaitingCommand): boolean => {
    if (queue.length >= capacity) return false
    queue.push(waiting)
    if (isEnd(waiting)) {
      ends += 1
      company ??= setTimeout(endWaiting, endsWaitMs)
    }
    return true
  }

  /** A command that overtakes ends is decided once more, behind them, before it is refused for want of what they bring. */
  const overtaking = (waiting: WaitingCommand): WaitingCommand => ({
    ...waiting,
    answer: (outcome) => {
      if (isShort(outcome) && add(waiting)) endWaiting()
      else waiting.answer(outcome)
    },
  })

  const take = (isWanted: (waiting: WaitingCommand) => boolean, most: number): readonly WaitingCommand[] => {
    const taken: WaitingCommand[] = []
    const left: WaitingCommand[] = []
    for (const waiting of queue) (taken.length < most && isWanted(waiting) ? taken : left).push(waiting)
    queue = left
    return taken
  }

  return {
    add,
    size: () => queue.length,
    due: () => (areEndsDue() ? queue.length : queue.length - ends),
    takeDue: (most) => {
      if (!areEndsDue()) {
        const taken = take((waiting) => !isEnd(waiting), most)
        return ends === 0 ? taken : taken.map(overtaking)
      }
      const taken = take(() => true, most)
      ends -= taken.filter(isEnd).length
      waitAnew()
      return taken
    },
    hurry: () => {
      isHurried = true
    },
  }
}
