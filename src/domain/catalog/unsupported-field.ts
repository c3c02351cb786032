import { isGiven } from '../json.ts'
import type { Model } from './model.ts'

/** The first field with a value that the model's providers would ignore in silence; null where there is none. */
export const unsupportedFieldIn = (
  { unsupportedParameters }: Pick<Model, 'unsupportedParameters'>,
  fields: Readonly<Record<string, unknown>>,
): string | null => Object.keys(fields).find((name) => isGiven(fields[name]) && unsupportedParameters.has(name)) ?? null
