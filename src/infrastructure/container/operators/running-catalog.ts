import type { CatalogReach } from '../../../adapters/cli/catalog-commands.ts'
import { reloadCatalog as makeReloadCatalog } from '../../../application/operators/reload-catalog.ts'
import { invalidation } from '../persistence.ts'
import { provision } from '../provision.ts'
import { config, runningOffer } from '../resources.ts'

export const reloadCatalog = provision('reloadCatalog', makeReloadCatalog, {
  runningCatalog: runningOffer,
  invalidation,
})

/**
 * Which processes a reload reaches from a command of its own. On the embedded database there are none, or one would
 * hold the database and run the command itself.
 */
export const catalogReach = provision(
  'catalogReach',
  ({ config: { redisUrl, database } }): CatalogReach => {
    if (database.engine === 'pglite') return 'no_service'
    return redisUrl === null ? 'no_process' : 'every_process'
  },
  { config },
)
