import type { Either } from 'fp-ts/lib/Either.js'
import type { CatalogFile } from '../../../domain/catalog/catalog-file.ts'
import type { Catalog } from '../../../domain/catalog/catalog.ts'
import type { Provider } from '../../../domain/catalog/provider.ts'

/** The catalogue that a process sells from. */
export interface OfferedNow {
  readonly catalog: Catalog
  /** Names the text of the file: the same text has the same version everywhere. */
  readonly version: string
  /** When this process read it. */
  readonly readAt: Date
  /** Those that this installation can call, by their ids. */
  readonly callable: ReadonlySet<string>
  /** All that the file names, in its order. */
  readonly providers: readonly Provider[]
}

/** Each problem is one sentence. */
export type CatalogProblems = readonly string[]

/** What this process sells, and how it is replaced while it runs. */
export interface RunningCatalog {
  current(): OfferedNow
  /** Whether a text would load, without loading it. */
  check(text: string): Either<CatalogProblems, CatalogFile>
  /**
   * Reads the file again, checks it whole and sells from it at once; calls under way go on with what they began with.
   * Where anything is wrong nothing changes. Calls at the same time run one after the other.
   */
  reload(): Promise<Either<CatalogProblems, OfferedNow>>
}
