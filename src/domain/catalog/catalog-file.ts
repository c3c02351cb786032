import type { Model } from './model.ts'
import type { Provider } from './provider.ts'
import type { Task } from './task.ts'
import type { Template } from './template.ts'

/** The whole catalogue as written, whether or not this installation can reach its providers. */
export interface CatalogFile {
  readonly providers: readonly Provider[]
  readonly models: readonly Model[]
  readonly templates: readonly Template[]
  readonly tasks: readonly Task[]
}

/** The names of entries whose form is wrong. They exist, and nothing else is known about them. */
export interface MalformedEntries {
  readonly providers: readonly string[]
  readonly models: readonly string[]
  readonly templates: readonly string[]
  readonly tasks: readonly string[]
}

/** One thing wrong with a catalogue. */
export interface CatalogProblem {
  /** Where, in the catalogue's own words: `openai/gpt-6-luna.tariff.input_per_million`, `openai/gpt-6-luna`. */
  readonly where: string
  readonly message: string
}
