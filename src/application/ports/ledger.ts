import type { Either } from 'fp-ts/lib/Either.js'
import type { LedgerCommand, OutcomeOf } from '../../domain/ledger/command.ts'

/**
 * `overloaded`: the queue of waiting commands is full, nothing was done.
 * `ledger_unavailable`: the database did not answer, and where `mayHaveLanded` it could not be learnt
 * whether the command was carried out. Submitting the same command again is always safe.
 */
export type LedgerFailure =
  | { readonly tag: 'overloaded' }
  | {
      readonly tag: 'ledger_unavailable'
      /** Set where the command was sent and its answer lost; otherwise it certainly did nothing. */
      readonly mayHaveLanded?: true
    }

/** The one way money moves on its own. Commands of one wallet are decided one after another. */
export interface Ledger {
  /** Resolves once the command is durable. Never rejects for a reason the caller could act on. */
  submit<C extends LedgerCommand>(command: C): Promise<Either<LedgerFailure, OutcomeOf<C>>>
}

/**
 * The ledger inside a unit of work, for money that must move together with another row.
 * Lock order everywhere: that row first, then wallets by id; so call this last.
 */
export interface LedgerInTransaction {
  apply<C extends LedgerCommand>(command: C): Promise<OutcomeOf<C>>
}
