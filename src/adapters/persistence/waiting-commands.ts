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
}

export const waitingCommands = (capacity: number): WaitingCommands => {
  let queue: WaitingCommand[] = []
  return {
    add: (waiting) => {
      if (queue.length >= capacity) return false
      queue.push(waiting)
      return true
    },
    take: (most) => {
      const taken = queue.slice(0, most)
      queue = queue.slice(most)
      return taken
    },
    size: () => queue.length,
  }
}
