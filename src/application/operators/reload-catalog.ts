import { isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Invalidation } from '../ports/process/invalidation.ts'
import type { CatalogProblems, OfferedNow, RunningCatalog } from '../ports/process/running-catalog.ts'

interface ReloadCatalogDeps {
  readonly runningCatalog: Pick<RunningCatalog, 'reload'>
  readonly invalidation: Invalidation
}

export type ReloadCatalog = () => Promise<Either<CatalogProblems, OfferedNow>>

/**
 * Sells from the catalogue file as it is now: in this process at once, and in every other that hears of it through
 * Redis, each from its own file. A file with problems changes nothing, here or elsewhere.
 */
export const reloadCatalog =
  ({ runningCatalog, invalidation }: ReloadCatalogDeps): ReloadCatalog =>
  async () => {
    const reloaded = await runningCatalog.reload()
    if (isRight(reloaded)) await invalidation.announce({ tag: 'catalog', id: reloaded.right.version })
    return reloaded
  }
