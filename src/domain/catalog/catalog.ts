import type { Model } from './model.ts'

/** The models on offer in this installation: those of the file whose provider can be called. */
export interface Catalog {
  readonly models: ReadonlyMap<string, Model>
}
