import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Transaction } from '../../../src/application/ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../../src/application/ports/transaction/unit-of-work.ts'

/**
 * One unit of work after another. `save` copies what the stores hold and returns what puts it back, which
 * happens on a Left and on an exception; for the ledger that is `saveMemory`.
 */
export const memoryUnitOfWork = (transaction: Transaction, save: () => () => void): UnitOfWork => {
  let last: Promise<unknown> = Promise.resolve()
  const run = async <E, A>(work: (transaction: Transaction) => Promise<Either<E, A>>): Promise<Either<E, A>> => {
    const putBack = save()
    try {
      const outcome = await work(transaction)
      if (isLeft(outcome)) putBack()
      return outcome
    } catch (error) {
      putBack()
      throw error
    }
  }
  return {
    transact: (work) => {
      const mine = last.then(() => run(work))
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
