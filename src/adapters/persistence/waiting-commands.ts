import type { Either } from 'fp-ts/lib/Either.js'
import type { LedgerFailure } from '../../application/ports/ledger.ts'
import type { LedgerCommand, LedgerOutcome } from '../../domain/ledger/command.ts'

export interface WaitingCommand {
  readonly command: LedgerCommand
  readonly answer: (outcome: Either<LedgerFailure, LedgerOutcome>) => void
  /** The command broke a rule that no correct program breaks. */
  readonly fail: (error: unknown) => void
}

/** First in, first out, bounded. */
export interface WaitingCommands {
  /** False when full: nothing was added. */
  add(waiting: WaitingCommand): boolean
  take(most: number): readonly WaitingCommand[]
  size(): number
  /** Whether one of them keeps a caller waiting. The end of a hold does not: it comes behind the answer. */
  areUrgent(): boolean
}

const isUrgent = ({ command }: WaitingCommand): boolean => command.tag === 'place_hold' || command.tag === 'transfer'

export const waitingCommands = (capacity: number): WaitingCommands => {
  let queue: WaitingCommand[] = []
  let urgent = 0
  return {
    add: (waiting) => {
      if (queue.length >= capacity) return false
      queue.push(waiting)
      if (isUrgent(waiting)) urgent += 1
      return true
    },
    take: (most) => {
      const taken = queue.slice(0, most)
      queue = queue.slice(most)
      urgent -= taken.filter(isUrgent).length
      return taken
    },
    size: () => queue.length,
    areUrgent: () => urgent > 0,
  }
}
