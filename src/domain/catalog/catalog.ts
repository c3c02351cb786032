import type { Model } from './model.ts'
import type { Task } from './task.ts'
import type { Template } from './template.ts'

/** The part of a catalogue that the public gateway sells from. */
export type ModelCatalog = Pick<Catalog, 'models'>

/** The offer of this installation: all entries of the file that have a usable provider. */
export interface Catalog {
  readonly models: ReadonlyMap<string, Model>
  /** By slug; only those whose model is on offer. */
  readonly templates: ReadonlyMap<string, Template>
  /** By slug; only those whose model is on offer. */
  readonly tasks: ReadonlyMap<string, Task>
  /** Micro-tokens of a text turn whose model and template name none: the file's task `chat`. Null without it. */
  readonly chatPriceMicro: bigint | null
}
