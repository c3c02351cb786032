import { readFile } from 'node:fs/promises'
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { loadCatalog } from '../../adapters/catalog/load-catalog.ts'
import { unixSeconds } from '../../application/ports/clock.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { CatalogFile } from '../../domain/catalog/catalog-file.ts'
import type { Provider } from '../../domain/catalog/provider.ts'
import { offeredCatalog } from '../../domain/catalog/offered.ts'
import { type UsableProvider, usableProviders } from '../../domain/catalog/usable-providers.ts'
import type { Config } from '../config/config.ts'
import { describeProblem } from '../config/config-problem.ts'
import type { Environment } from '../config/environment-variable.ts'
import { readProviderSettings } from '../config/provider-settings.ts'
import { decidePayments, type Payments } from '../config/sandbox-payments.ts'

/** What this installation sells and whom it can ask. */
export interface Offer {
  readonly catalog: Catalog
  readonly usable: ReadonlyMap<string, UsableProvider>
  /** Providers of the catalogue that this installation cannot call. */
  readonly unusable: readonly Provider[]
  readonly payments: Payments
}

/** Every provider that can be called and may cost money; the sandbox does not. */
export const vendorsOf = (usable: Offer['usable']): readonly string[] =>
  [...usable.values()].flatMap(({ provider }) => (provider.adapter === 'sandbox' ? [] : [provider.id]))

const describe = ({ where, message }: { readonly where: string; readonly message: string }): string =>
  `${where}: ${message}`

/** Reads and checks the catalogue file; every problem is one sentence. */
export const readCatalogFile = async (file: string): Promise<Either<readonly string[], CatalogFile>> => {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    return left([
      `CATALOG_FILE: the catalogue cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    ])
  }
  const loaded = loadCatalog(text)
  return isLeft(loaded) ? left(loaded.left.map(describe)) : loaded
}

/** The models on offer here, or everything that is wrong with the catalogue and the providers' credentials. */
export const readOffer = async (
  config: Config,
  env: Environment,
  nowMs: number,
): Promise<Either<readonly string[], Offer>> => {
  const file = await readCatalogFile(config.catalogFile)
  if (isLeft(file)) return file
  const settings = readProviderSettings(
    env,
    file.right.providers.map(({ id }) => id),
  )
  if (isLeft(settings)) return left(settings.left.map(describeProblem))
  const usable = usableProviders(file.right.providers, settings.right, config.sandbox)
  const payments = decidePayments(config, vendorsOf(usable))
  if (isLeft(payments)) return left(payments.left.map(describeProblem))
  return right({
    catalog: offeredCatalog(file.right, usable, unixSeconds(nowMs)),
    usable,
    unusable: file.right.providers.filter(({ id }) => !usable.has(id)),
    payments: payments.right,
  })
}
