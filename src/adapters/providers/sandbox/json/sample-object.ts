import { objectOf } from '../../wire.ts'
import { highestOf, listOf } from './schema.ts'
import type { Schema } from './schema.ts'
import { isSpent, stepsOf } from './search.ts'
import type { Sample, Search } from './search.ts'

const propertiesOf = (schema: Schema): Schema => objectOf(schema['properties']) ?? {}

/** What all schemas say of the property of this name. */
const propertySchemas = (schemas: readonly Schema[], name: string): readonly unknown[] =>
  schemas.flatMap((schema) => {
    const properties = propertiesOf(schema)
    if (Object.hasOwn(properties, name)) return [properties[name]]
    // A name may fit a pattern, which is never run: its schema is then not known.
    return schema['patternProperties'] === undefined ? [schema['additionalProperties']] : []
  })

const texts = (value: unknown): readonly string[] => listOf(value).filter((each) => typeof each === 'string')

/** The names that must be there, and those that others bring along. */
const neededNames = (schemas: readonly Schema[]): ReadonlySet<string> => {
  const names = new Set(schemas.flatMap((schema) => texts(schema['required'])))
  const dependents = schemas.map((schema) => objectOf(schema['dependentRequired']) ?? {})
  // A set goes on to the names that are added while it is walked.
  for (const name of names) {
    for (const dependent of dependents) {
      if (Object.hasOwn(dependent, name)) for (const other of texts(dependent[name])) names.add(other)
    }
  }
  return names
}

/** Going through so many names costs as much as taking a schema apart. */
const NAMES_A_STEP = 10

/** The least number of properties is reached with those the schemas know, then with new ones. */
const spareNames = (known: readonly (readonly string[])[]): readonly string[] => [
  ...known.flatMap((names) => names.slice(0, 100)),
  ...Array.from({ length: 100 }, (_, index) => `property${index + 1}`),
]

/** The smallest object that fits all these schemas; a variant has other values, or one property more. */
export const sampleObject = (schemas: readonly Schema[], search: Search, depth: number, variant: number): Sample => {
  const known = schemas.reduce((sum, schema) => sum + listOf(schema['required']).length, 0)
  if (isSpent(search, Math.ceil(known / NAMES_A_STEP))) return null
  const needed = neededNames(schemas)
  if (isSpent(search, Math.floor(Math.max(0, needed.size - known) / NAMES_A_STEP))) return null
  const least = Math.max(highestOf(schemas, 'minProperties') ?? 0, variant > 0 ? 1 : 0)
  const made = new Map<string, unknown>()
  const make = (name: string): boolean => {
    if (isSpent(search, stepsOf(name))) return false
    const sample = search.sampleAll(propertySchemas(schemas, name), depth + 1, variant)
    if (sample === null) return false
    made.set(name, sample.value)
    return true
  }
  for (const name of needed) if (!make(name)) return null
  if (made.size < least) {
    const names = schemas.map((schema) => Object.keys(propertiesOf(schema)))
    const count = names.reduce((sum, { length }) => sum + length, 0)
    if (isSpent(search, Math.floor(count / NAMES_A_STEP))) return null
    for (const name of spareNames(names)) {
      if (made.size >= least || search.stepsLeft < 0) break
      if (!made.has(name)) make(name)
    }
  }
  return made.size < least ? null : { value: Object.fromEntries(made) }
}
