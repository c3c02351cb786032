import type { Either } from 'fp-ts/lib/Either.js'
import type { LedgerCommand, OutcomeOf } from '../../../domain/ledger/command.ts'

/**
 * `overloaded`: the queue of waiting commands is full, nothing was done.
 * `ledger_unavailable`: the database did not answer, and where `mayHaveLanded` is set it is
 * unknown whether the command was carried out. Submitting the same command again is always safe.
 */
export type LedgerFailure =
  | { readonly tag: 'overloaded' }
  | {
      readonly tag: 'ledger_unavailable'
      /** Set where the command was sent and its answer got lost. Without it the command certainly did nothing. */
      readonly mayHaveLanded?: true
    }

/** The only way in which money moves outside a unit of work. Commands of one wallet are decided one after another. */
export interface Ledger {
  /** Resolves when the command is durable. It never rejects for a reason on which the caller could act. */
  submit<C extends LedgerCommand>(command: C): Promise<Either<LedgerFailure, OutcomeOf<C>>>
}

/**
 * The ledger inside a unit of work, for money that must move together with another row.
 * Lock order everywhere: that row first, then wallets by id; so call this last.
 */
export interface LedgerInTransaction {
  apply<C extends LedgerCommand>(command: C): Promise<OutcomeOf<C>>
}
