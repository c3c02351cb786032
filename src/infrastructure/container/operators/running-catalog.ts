import type { CatalogReach } from '../../../adapters/cli/catalog-commands.ts'
import { reloadCatalog as makeReloadCatalog } from '../../../application/operators/reload-catalog.ts'
import { invalidation } from '../persistence.ts'
import { provision } from '../provision.ts'
import { config, runningOffer } from '../resources.ts'

export const reloadCatalog = provision('reloadCatalog', makeReloadCatalog, {
  runningCatalog: runningOffer,
  invalidation,
})

/** Which processes a reload reaches from a command: on the embedded database the command runs in the only one. */
export const catalogReach = provision(
  'catalogReach',
  ({ config: { redisUrl, database } }): CatalogReach => {
    if (redisUrl !== null) return 'every_process'
    return database.engine === 'pglite' ? 'this_process' : 'no_process'
  },
  { config },
)
