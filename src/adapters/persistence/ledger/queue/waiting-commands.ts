import type { Capture } from '../../../../domain/ledger/reservation-command.ts'
import { captureOrder } from './capture-order.ts'
import { commandQueue } from './command-queue.ts'
import type { WaitingCommand } from './waiting-command.ts'
import { sharedWait } from './shared-wait.ts'

export interface WaitingOptions {
  /** How many commands may wait; one more is not taken. */
  readonly capacity: number
  /** How long ends of holds wait for other ends, to share a commit. */
  readonly endsWaitMs: number
  /** As many ends as this are due at once. */
  readonly minEndsPerCommit: number
  /** The same for captures. */
  readonly capturesWaitMs: number
  readonly minCapturesPerCommit: number
  /** Called when commands become due that were not due when they were added. */
  readonly onDue: () => void
  /** Whether a capture can be written without a look at a balance. */
  readonly isCovered: (command: Capture) => boolean
}

/**
 * First in, first out, bounded. No client waits for the end of a hold, which comes after the response. So the end waits
 * a little for other ends, and in between no hold waits until an end is written. Captures that are covered wait for
 * others of their kind, since a batch of them alone is decided without a look at a balance. Every other command is due
 * at once.
 */
interface WaitingCommands {
  /** False when full: nothing was added. */
  add(waiting: WaitingCommand): boolean
  size(): number
  /** How many commands the next batch could have. */
  due(): number
  /** The first `most` of those. */
  takeDue(most: number): readonly WaitingCommand[]
  /** From now on every command is due at once. */
  flushNow(): void
}

export const waitingCommands = (options: WaitingOptions): WaitingCommands => {
  const { capacity, endsWaitMs, minEndsPerCommit, capturesWaitMs, minCapturesPerCommit, onDue, isCovered } = options
  let captures: WaitingCommand[] = []
  let isFlushing = false
  let wereCapturesLast = false
  const covered = sharedWait(capturesWaitMs, minCapturesPerCommit, onDue)

  const enqueue = (waiting: WaitingCommand): void => {
    if (waiting.command.tag === 'capture' && isCovered(waiting.command)) {
      captures.push(waiting)
      covered.join()
      return
    }
    queue.push(waiting)
  }

  const order = captureOrder((freed) => {
    enqueue(freed)
    onDue()
  })

  const size = (): number => queue.size() + captures.length + order.blocked()

  const add = (waiting: WaitingCommand): boolean => {
    if (size() >= capacity) return false
    const followed = order.follow(waiting)
    if (followed !== null) enqueue(followed)
    return true
  }

  const queue = commandQueue({ ends: sharedWait(endsWaitMs, minEndsPerCommit, onDue), addAgain: add })

  const areCapturesDue = (): boolean => captures.length > 0 && (isFlushing || covered.isOver())
  /** Neither kind waits for more than one batch of the other. */
  const isTurnOfCaptures = (): boolean => areCapturesDue() && (!wereCapturesLast || queue.due() === 0)

  const takeCaptures = (most: number): readonly WaitingCommand[] => {
    const taken = captures.slice(0, most)
    captures = captures.slice(most)
    covered.leave(taken.length)
    covered.restart()
    return taken
  }

  return {
    add,
    size,
    due: () => (isTurnOfCaptures() ? captures.length : queue.due()),
    takeDue: (most) => {
      wereCapturesLast = isTurnOfCaptures()
      return wereCapturesLast ? takeCaptures(most) : queue.takeDue(most)
    },
    flushNow: () => {
      isFlushing = true
      queue.flushNow()
    },
  }
}
