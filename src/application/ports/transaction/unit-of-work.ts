import type { Either } from 'fp-ts/lib/Either.js'
import type { Transaction } from './transaction.ts'

/**
 * Runs `work` inside one database transaction. A Right commits; a Left or an exception rolls back
 * everything `work` wrote. Never call an upstream inside: a transaction holds locks.
 */
export interface UnitOfWork {
  transact<E, A>(work: (transaction: Transaction) => Promise<Either<E, A>>): Promise<Either<E, A>>
}
