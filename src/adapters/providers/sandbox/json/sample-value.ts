import { fits } from './fits.ts'
import { sampleArray } from './sample-array.ts'
import { sampleNumber } from './sample-number.ts'
import { sampleObject } from './sample-object.ts'
import { sampleText } from './sample-text.ts'
import { isSpent, stepsOf } from './search.ts'
import type { Sample, Search } from './search.ts'
import { objectOf } from '../../wire.ts'
import { JSON_TYPES, listOf, pointedAt, schemaOf, typesOf } from './schema.ts'
import type { JsonType, Schema } from './schema.ts'

const MAX_STEPS = 4_000
const MAX_COMPARISONS = 50_000
const MAX_DEPTH = 150

/** Looking for a number costs as much as taking so many schemas apart. */
const NUMBER_STEPS = 3

/** Going through so many words of a schema costs as much as taking it apart. */
const WORDS_A_STEP = 25

/** Alternatives that are tried of one list, and members of one `allOf`. */
const MAX_ALTERNATIVES = 100

/** Schemas that must all hold, while their references and combinations are being taken apart. */
interface Parts {
  readonly waiting: readonly unknown[]
  /** Without references and combinations. */
  readonly plain: readonly Schema[]
  /** What was referred to on the way, and is open while the parts of the value are sampled. */
  readonly entered: readonly Schema[]
}

const found = (value: unknown): Sample => ({ value })

/**
 * The smallest value that was found to fit a JSON schema, the same every time; null if none was. Work and size are
 * bounded whatever the schema is. Texts are made from patterns by their grammar; assertions in them are not understood.
 */
export const sampleValue = (schema: unknown): Sample => {
  const whole = objectOf(schema)
  const search: Search = {
    root: schema,
    stepsLeft: MAX_STEPS,
    open: new Set(),
    surely: { root: schema, inDoubt: false, formatsFit: true, budget: { stepsLeft: MAX_COMPARISONS } },
    possibly: { root: schema, inDoubt: true, formatsFit: false, budget: { stepsLeft: MAX_COMPARISONS } },
    sampleAll: (schemas, depth, variant) =>
      expand({ waiting: schemas, plain: [], entered: [] }, search, depth, variant),
  }
  return expand({ waiting: [schema], plain: [], entered: whole === null ? [] : [whole] }, search, 0, 0)
}

const expand = (parts: Parts, search: Search, depth: number, variant: number): Sample => {
  if (isSpent(search, 1) || depth > MAX_DEPTH) return null
  const [next, ...waiting] = parts.waiting
  if (parts.waiting.length === 0) return sampleOpen(parts, search, depth, variant)
  const schema = schemaOf(next)
  if (schema === null || isSpent(search, Math.floor(Object.keys(schema).length / WORDS_A_STEP))) return null
  const { $ref: reference, allOf, anyOf, oneOf, if: condition } = schema
  const own = picked(schema, (word) => word !== '$ref' && !COMBINATIONS.has(word))
  const combined = picked(schema, (word) => COMBINATIONS.has(word))
  const plain = Object.keys(own).length === 0 ? parts.plain : [...parts.plain, own]
  const go = (more: readonly unknown[], left: Schema, entered = parts.entered): Sample => {
    const rest = Object.keys(left).length === 0 ? [] : [left]
    return expand({ waiting: [...more, ...rest, ...waiting], plain, entered }, search, depth + 1, variant)
  }
  if (typeof reference === 'string') {
    const target = pointedAt(reference, search.root)
    if (target === null || search.open.has(target)) return null
    if (parts.entered.includes(target)) return go([], combined)
    return go([target], combined, [...parts.entered, target])
  }
  if (allOf !== undefined) {
    const members = listOf(allOf)
    return members.length > MAX_ALTERNATIVES
      ? null
      : go(
          members,
          picked(combined, (word) => word !== 'allOf'),
        )
  }
  if (anyOf !== undefined) {
    return firstOf(listOf(anyOf), (alternative) =>
      go(
        [alternative],
        picked(combined, (word) => word !== 'anyOf'),
      ),
    )
  }
  if (oneOf !== undefined) {
    const alternatives = listOf(oneOf).slice(0, MAX_ALTERNATIVES)
    const isAlone = (sample: Sample, at: number): boolean =>
      sample !== null &&
      !alternatives.some((other, index) => index !== at && fits(other, sample.value, search.possibly))
    return firstOf(alternatives, (alternative, index) => {
      const sample = go(
        [alternative],
        picked(combined, (word) => word !== 'oneOf'),
      )
      return isAlone(sample, index) ? sample : null
    })
  }
  if (condition === undefined) return expand({ ...parts, waiting, plain }, search, depth, variant)
  const met = go([condition, schema['then']], {})
  if (met !== null && fits(condition, met.value, search.surely)) return met
  const unmet = go([schema['else']], {})
  return unmet !== null && !fits(condition, unmet.value, search.possibly) ? unmet : null
}

/** Words that put schemas together. */
const COMBINATIONS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'])

const picked = (schema: Schema, isWanted: (word: string) => boolean): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([word]) => isWanted(word)))

const firstOf = (alternatives: readonly unknown[], take: (alternative: unknown, index: number) => Sample): Sample => {
  for (const [index, alternative] of alternatives.slice(0, MAX_ALTERNATIVES).entries()) {
    const sample = take(alternative, index)
    if (sample !== null) return sample
  }
  return null
}

const sampleOpen = ({ plain, entered }: Parts, search: Search, depth: number, variant: number): Sample => {
  for (const schema of entered) search.open.add(schema)
  const sample = samplePlain(plain, search, depth, variant)
  for (const schema of entered) search.open.delete(schema)
  return sample
}

/** Values that the schemas name themselves: constants, lists of values, defaults, examples. */
const namedValues = (
  schemas: readonly Schema[],
  variant: number,
): { readonly values: readonly unknown[]; readonly isAll: boolean } => {
  for (const schema of schemas) {
    if ('const' in schema) return { values: [schema['const']], isAll: true }
    if (Array.isArray(schema['enum'])) return { values: listOf(schema['enum']), isAll: true }
  }
  if (variant > 0) return { values: [], isAll: false }
  const shown = schemas.flatMap((schema) =>
    'default' in schema ? [schema['default']] : listOf(schema['examples']).slice(0, MAX_ALTERNATIVES),
  )
  return { values: shown, isAll: false }
}

const foundNamed = (value: unknown, search: Search): Sample =>
  isSpent(search, stepsOf(JSON.stringify(value))) ? null : found(value)

const samplePlain = (schemas: readonly Schema[], search: Search, depth: number, variant: number): Sample => {
  if (isSpent(search, Math.ceil(schemas.length / 5))) return null
  const doFit = (value: unknown): boolean => schemas.every((schema) => fits(schema, value, search.surely))
  const { values, isAll } = namedValues(schemas, variant)
  const named = values.slice(0, MAX_ALTERNATIVES).filter(doFit)
  if (isAll) return variant < named.length ? foundNamed(named[variant], search) : null
  if (named.length > 0) return foundNamed(named[0], search)
  for (const type of commonTypes(schemas)) {
    const sample = sampleOfType(type, schemas, search, depth, variant)
    if (sample !== null && isAllowed(schemas, sample.value, search)) return sample
  }
  return null
}

const isAllowed = (schemas: readonly Schema[], value: unknown, search: Search): boolean =>
  schemas.every(({ not }) => not === undefined || !fits(not, value, search.possibly))

/** Words of a schema that speak of one type alone. */
const HINTS: readonly (readonly [JsonType, readonly string[]])[] = [
  ['object', ['properties', 'required', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'contains']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]

/** The types that all schemas allow, the likeliest first. */
const commonTypes = (schemas: readonly Schema[]): readonly JsonType[] => {
  const named = schemas.flatMap((schema) => {
    const types = typesOf(schema)
    return types === null ? [] : [types]
  })
  const [first] = named
  if (first !== undefined) {
    const allows = (types: readonly JsonType[], type: JsonType): boolean =>
      types.includes(type) || (type === 'integer' && types.includes('number'))
    const wide = first.flatMap((type): readonly JsonType[] => (type === 'number' ? ['number', 'integer'] : [type]))
    return wide.filter((type) => named.every((types) => allows(types, type)))
  }
  const hinted = HINTS.filter(([, words]) => schemas.some((schema) => words.some((word) => word in schema)))
  return [...new Set([...hinted.map(([type]) => type), 'object' as const, ...JSON_TYPES])]
}

const sampleOfType = (
  type: JsonType,
  schemas: readonly Schema[],
  search: Search,
  depth: number,
  variant: number,
): Sample => {
  const orNone = (value: unknown): Sample => (value === null ? null : found(value))
  switch (type) {
    case 'string':
      return orNone(sampleText(schemas, variant, search))
    case 'integer':
      return isSpent(search, NUMBER_STEPS) ? null : orNone(sampleNumber(schemas, true, variant))
    case 'number':
      return isSpent(search, NUMBER_STEPS) ? null : orNone(sampleNumber(schemas, false, variant))
    case 'boolean':
      return variant > 1 ? null : found(variant === 0)
    case 'null':
      return variant > 0 ? null : found(null)
    case 'array':
      return sampleArray(schemas, search, depth, variant)
    case 'object':
      return sampleObject(schemas, search, depth, variant)
  }
}
