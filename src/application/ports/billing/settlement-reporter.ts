import type { CallEnd } from '../../../domain/ledger/command.ts'
import type { LedgerFailure } from './ledger.ts'

/** Reports to the operator every end of a hold that does not simply succeed. */
export interface SettlementReporter {
  /** The ledger could not take the command; it will be submitted again. */
  delayed(command: CallEnd, failure: LedgerFailure['tag'] | 'exception', waitedMs: number): void
  /**
   * The process gave up after a long wait in which the database answered; the hold stays until this process ends and
   * the sweep releases it.
   */
  abandoned(command: CallEnd): void
  /** The ledger refused this end, which cannot be right: a broken invariant. */
  refused(command: CallEnd, outcome: string): void
  /** The command that was to end the hold could not be made. */
  lost(operationId: string, error: unknown): void
}
