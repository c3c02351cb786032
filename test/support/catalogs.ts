import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import type { CatalogFile } from '../../src/domain/catalog/catalog-file.ts'

/** A catalogue that offers nothing but what is given. */
export const catalogOf = (given: Partial<Catalog> = {}): Catalog => ({
  models: new Map(),
  templates: new Map(),
  tasks: new Map(),
  chatPriceMicro: null,
  ...given,
})

/** A catalogue file that holds nothing but what is given. */
export const catalogFileOf = (given: Partial<CatalogFile> = {}): CatalogFile => ({
  providers: [],
  models: [],
  templates: [],
  tasks: [],
  ...given,
})
