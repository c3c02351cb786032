import type { Release, Settle } from '../../domain/ledger/command.ts'
import type { LedgerFailure } from './ledger.ts'

export type EndCommand = Settle | Release

/** Tells the operator how the ends of holds fare when they do not simply succeed. */
export interface SettlementReporter {
  /** The ledger could not take the command; it will be told again. */
  delayed(command: EndCommand, failure: LedgerFailure['tag'] | 'exception', waitedMs: number): void
  /** Given up after waiting for long; the hold stays until this process ends and the sweep releases it. */
  abandoned(command: EndCommand): void
  /** The ledger says that this end cannot be right; a broken invariant to look into. */
  refused(command: EndCommand, outcome: string): void
  /** What should have become a command never did. */
  lost(operationId: string, error: unknown): void
}
