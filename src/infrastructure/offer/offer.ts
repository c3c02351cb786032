import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { loadCatalog } from '../../adapters/catalog/load-catalog.ts'
import { PROVIDER_ADAPTERS } from '../resources/adapter-table.ts'
import { unixSeconds } from '../../domain/time-units.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { CatalogFile } from '../../domain/catalog/catalog-file.ts'
import type { Provider } from '../../domain/catalog/provider.ts'
import { offeredCatalog, retiredModels } from '../../domain/catalog/offered-catalog.ts'
import { usableProviders } from '../../domain/catalog-check/usable-providers.ts'
import type { UsableProvider } from '../../domain/catalog-check/usable-providers.ts'
import type { Config } from '../config/config.ts'
import { describeProblem } from '../config/config-problem.ts'
import type { Environment } from '../config/environment-variable.ts'
import { readProviderSettings } from '../config/provider-settings.ts'
import { decidePayments } from '../config/sandbox-payments.ts'
import type { OfferedPayments } from '../config/sandbox-payments.ts'
import { failureFacts } from '../failures/failure-facts.ts'

/** What this installation sells and whom it can ask. */
export interface Offer {
  readonly catalog: Catalog
  readonly usable: ReadonlyMap<string, UsableProvider>
  /** Providers of the catalogue that this installation cannot call. */
  readonly unusable: readonly Provider[]
  /** Models of usable providers that the providers have shut down. */
  readonly retired: readonly string[]
  readonly payments: OfferedPayments
  /** Names the text of the catalogue file. */
  readonly version: string
}

/** Every provider that can be called and may cost money: all but those that answer in this process. */
export const paidProviderIds = (usable: Offer['usable']): readonly string[] =>
  [...usable.values()].flatMap(({ provider }) => (provider.adapter.isInProcess ? [] : [provider.id]))

const describe = ({ where, message }: { readonly where: string; readonly message: string }): string =>
  `${where}: ${message}`

/** Enough of a digest to tell versions apart. */
const VERSION_DIGITS = 12

const versionOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, VERSION_DIGITS)

/** Checks the text of a catalogue; every problem is one sentence. */
export const checkCatalogText = (text: string): Either<readonly string[], CatalogFile> => {
  const loaded = loadCatalog(text, PROVIDER_ADAPTERS)
  return isLeft(loaded) ? left(loaded.left.map(describe)) : loaded
}

/** Read as UTF-8, another encoding puts other characters into titles and prompts, and no check sees it. */
const NO_UTF8 = 'the file is not in UTF-8: save it in that encoding'

const readText = async (file: string): Promise<Either<readonly string[], string>> => {
  try {
    const bytes = await readFile(file)
    return isUtf8(bytes) ? right(bytes.toString('utf8')) : left([NO_UTF8])
  } catch (error) {
    const { codes, message } = failureFacts(error)
    return left([codes.has('ENOENT') ? 'there is no such file' : `the file cannot be read: ${message}`])
  }
}

/** Reads and checks a catalogue file; every problem is one sentence, which does not name the file. */
export const readCatalogFile = async (file: string): Promise<Either<readonly string[], CatalogFile>> => {
  const text = await readText(file)
  return isLeft(text) ? text : checkCatalogText(text.right)
}

/** Among problems of variables, and in the log of a process that reads another file than was changed. */
const namingFile = ({ catalogFile }: Config, problems: readonly string[]): readonly string[] =>
  problems.map((problem) => `CATALOG_FILE=${catalogFile}: ${problem}`)

/** The models on offer here, or everything that is wrong with the catalogue and the providers' credentials. */
export const readOffer = async (
  config: Config,
  env: Environment,
  nowMs: number,
): Promise<Either<readonly string[], Offer>> => {
  const text = await readText(config.catalogFile)
  if (isLeft(text)) return left(namingFile(config, text.left))
  const file = checkCatalogText(text.right)
  if (isLeft(file)) return left(namingFile(config, file.left))
  const settings = readProviderSettings(
    env,
    file.right.providers.map(({ id }) => id),
  )
  if (isLeft(settings)) return left(settings.left.map(describeProblem))
  const usable = usableProviders(file.right.providers, settings.right, config.sandbox)
  const payments = decidePayments(config, paidProviderIds(usable))
  if (isLeft(payments)) return left(payments.left.map(describeProblem))
  const nowSeconds = unixSeconds(nowMs)
  return right({
    catalog: offeredCatalog(file.right, usable, nowSeconds),
    retired: retiredModels(file.right, usable, nowSeconds),
    usable,
    unusable: file.right.providers.filter(({ id }) => !usable.has(id)),
    payments: payments.right,
    version: versionOf(text.right),
  })
}
