import { listOf, numberOf, sampleNumber, sampleString, schemaOf } from './sample-scalar.ts'
import type { Schema } from './sample-scalar.ts'

interface Sampling {
  readonly root: unknown
  /** A caller's schema may ask for anything, itself again included; past this many values all others are null. */
  valuesLeft: number
}

const MAX_DEPTH = 16

/**
 * The smallest value that a JSON schema accepts, the same every time. Patterns are not solved; of alternatives the
 * first is taken.
 */
export const sampleValue = (schema: unknown): unknown => sample(schema, { root: schema, valuesLeft: 2_000 }, 0)

const sample = (value: unknown, sampling: Sampling, depth: number): unknown => {
  sampling.valuesLeft -= 1
  if (depth > MAX_DEPTH || sampling.valuesLeft < 0) return null
  const schema = flattened(resolved(value, sampling.root) ?? {}, sampling)
  if ('const' in schema) return schema['const']
  const choices = listOf(schema['enum'])
  if (choices.length > 0) return choices[0]
  if ('default' in schema) return schema['default']
  switch (typeOf(schema)) {
    case 'string':
      return sampleString(schema)
    case 'integer':
      return sampleNumber(schema, 1)
    case 'number':
      return sampleNumber(schema, 0)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return sampleArray(schema, sampling, depth)
    case 'object':
      return sampleObject(schema, sampling, depth)
  }
}

const JSON_TYPES = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'] as const

const typeOf = (schema: Schema): (typeof JSON_TYPES)[number] => {
  const named = listOf(schema['type'])[0] ?? schema['type']
  const known = JSON_TYPES.find((type) => type === named)
  return known ?? ('items' in schema || 'prefixItems' in schema ? 'array' : 'object')
}

const sampleArray = (schema: Schema, sampling: Sampling, depth: number): readonly unknown[] => {
  const fixed = listOf(schema['prefixItems'])
  const length = Math.min(Math.max(numberOf(schema['minItems']) ?? fixed.length, 0), sampling.valuesLeft)
  return Array.from({ length }, (_, index) =>
    sample(index < fixed.length ? fixed[index] : schema['items'], sampling, depth + 1),
  )
}

const sampleObject = (schema: Schema, sampling: Sampling, depth: number): unknown => {
  const properties = schemaOf(schema['properties']) ?? {}
  const required = listOf(schema['required']).filter((name) => typeof name === 'string')
  return Object.fromEntries(required.map((name) => [name, sample(properties[name], sampling, depth + 1)]))
}

/** Folds `allOf` and the first alternative of `anyOf` and `oneOf` into the schema itself. */
const flattened = (schema: Schema, { root }: Sampling): Schema => {
  let whole = schema
  for (let hops = 0; hops < MAX_DEPTH; hops += 1) {
    const parts = [
      ...listOf(whole['anyOf']).slice(0, 1),
      ...listOf(whole['oneOf']).slice(0, 1),
      ...listOf(whole['allOf']),
    ]
    if (parts.length === 0) return whole
    const own = Object.fromEntries(Object.entries(whole).filter(([key]) => !COMBINATORS.has(key)))
    whole = parts.reduce<Schema>((merging, part) => merged(merging, resolved(part, root) ?? {}), own)
  }
  return whole
}

const COMBINATORS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf'])

const merged = (whole: Schema, part: Schema): Schema => ({
  ...whole,
  ...part,
  properties: { ...schemaOf(whole['properties']), ...schemaOf(part['properties']) },
  required: [...new Set([...listOf(whole['required']), ...listOf(part['required'])])],
})

/** Follows references inside the document; null for what is no schema object. */
const resolved = (value: unknown, root: unknown): Schema | null => {
  let schema = schemaOf(value)
  for (let hops = 0; schema !== null && hops < MAX_DEPTH; hops += 1) {
    const reference = schema['$ref']
    if (typeof reference !== 'string') return schema
    const [document, ...path] = reference.split('/')
    if (document !== '#') return null
    schema = schemaOf(path.reduce<unknown>((node, key) => schemaOf(node)?.[unescaped(key)], root))
  }
  return null
}

const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~')
