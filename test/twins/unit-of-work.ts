import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import type { Stores } from '../../src/application/ports/stores.ts'
import type { UnitOfWork } from '../../src/application/ports/unit-of-work.ts'

/**
 * One unit of work after another. `save` copies what the stores hold and returns what puts it back, which
 * happens on a Left and on an exception; for the ledger that is `saveMemory`.
 */
export const memoryUnitOfWork = (stores: Stores, save: () => () => void): UnitOfWork => {
  let last: Promise<unknown> = Promise.resolve()
  const run = async <E, A>(work: (stores: Stores) => Promise<Either<E, A>>): Promise<Either<E, A>> => {
    const putBack = save()
    try {
      const outcome = await work(stores)
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
