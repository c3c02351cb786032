import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Invalidation } from '../ports/process/invalidation.ts'
import type { CatalogProblems, OfferedNow, RunningCatalog } from '../ports/process/running-catalog.ts'

interface ReloadCatalogDeps {
  readonly runningCatalog: Pick<RunningCatalog, 'reload'>
  readonly invalidation: Invalidation
}

interface Reloaded extends OfferedNow {
  /** How many other processes have heard of it; null where that is not known. */
  readonly heardBy: number | null
}

export type ReloadCatalog = () => Promise<Either<CatalogProblems, Reloaded>>

/**
 * Sells from the catalogue file as it is now: in this process at once, and in every other that hears of it through
 * Redis, each from its own file. A file with problems changes nothing, here or elsewhere.
 */
export const reloadCatalog =
  ({ runningCatalog, invalidation }: ReloadCatalogDeps): ReloadCatalog =>
  async () => {
    const reloaded = await runningCatalog.reload()
    if (isLeft(reloaded)) return reloaded
    const heardBy = await invalidation.announce({ tag: 'catalog', id: reloaded.right.version })
    return right({ ...reloaded.right, heardBy })
  }
