import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import type { Kysely } from 'kysely'
import type { Stores } from '../../application/ports/stores.ts'
import type { UnitOfWork } from '../../application/ports/unit-of-work.ts'
import type { Database } from './schema.ts'
import { sqlState } from './sql-state.ts'
import { kyselyStores } from './stores.ts'

/** Carries a Left out of the transaction: Kysely commits whenever its callback returns. */
class RollBack<E> extends Error {
  readonly outcome: Either<E, never>

  constructor(outcome: Either<E, never>) {
    super('rolled back')
    this.outcome = outcome
  }
}

const MOST_ATTEMPTS = 4

/** Deadlock or serialisation failure: the database undid everything, and the same work may succeed now. */
const mayTryAgain = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '')

export const kyselyUnitOfWork = (
  db: Kysely<Database>,
  storesOf: (transaction: Kysely<Database>) => Stores = kyselyStores,
): UnitOfWork => {
  const attempt = async <E, A>(work: (stores: Stores) => Promise<Either<E, A>>): Promise<Either<E, A>> => {
    try {
      return await db.transaction().execute(async (transaction) => {
        const outcome = await work(storesOf(transaction))
        if (isLeft(outcome)) throw new RollBack(outcome)
        return outcome
      })
    } catch (error) {
      if (error instanceof RollBack) return (error as RollBack<E>).outcome
      throw error
    }
  }
  const transact = async <E, A>(
    work: (stores: Stores) => Promise<Either<E, A>>,
    attemptsLeft: number,
  ): Promise<Either<E, A>> => {
    try {
      return await attempt(work)
    } catch (error) {
      if (attemptsLeft > 1 && mayTryAgain(error)) return await transact(work, attemptsLeft - 1)
      throw error
    }
  }
  return { transact: (work) => transact(work, MOST_ATTEMPTS) }
}
