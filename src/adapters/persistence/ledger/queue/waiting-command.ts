import type { Either } from 'fp-ts/lib/Either.js'
import type { LedgerFailure } from '../../../../application/ports/billing/ledger.ts'
import type { LedgerCommand, LedgerOutcome } from '../../../../domain/ledger/command.ts'

/** A command whose caller waits for its outcome. */
export interface WaitingCommand {
  readonly command: LedgerCommand
  readonly answer: (outcome: Either<LedgerFailure, LedgerOutcome>) => void
  /** The command broke a rule that no correct program breaks. */
  readonly fail: (error: unknown) => void
}
