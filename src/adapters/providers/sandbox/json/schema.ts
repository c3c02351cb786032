import { isRecord } from '../../../../domain/json.ts'
import { largestOf } from '../../../../domain/extremes.ts'
import { objectOf } from '../../wire.ts'

export type Schema = Readonly<Record<string, unknown>>

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** A schema may be written as true or false; null stands for false, which no value fits. */
export const schemaOf = (value: unknown): Schema | null => (value === false ? null : (objectOf(value) ?? {}))

const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~')

const childOf = (node: unknown, key: string): unknown => {
  if (Array.isArray(node)) return /^\d{1,6}$/.test(key) ? (node as unknown[])[Number(key)] : undefined
  return isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined
}

/** No schema that people write is deeper; a longer pointer would only cost time. */
const MAX_POINTER_STEPS = 64

/** What `#/…` points at inside the document; null for an address elsewhere and for nothing. */
export const pointedAt = (reference: string, root: unknown): Schema | null => {
  const [document, ...path] = reference.split('/', MAX_POINTER_STEPS)
  return document === '#' ? objectOf(path.reduce<unknown>((node, key) => childOf(node, unescaped(key)), root)) : null
}

export const JSON_TYPES = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'] as const

export type JsonType = (typeof JSON_TYPES)[number]

/** The types a schema names, in its order; null if it names none. */
export const typesOf = ({ type }: Schema): readonly JsonType[] | null => {
  if (type === undefined) return null
  const named = Array.isArray(type) ? (type as unknown[]).slice(0, 10) : [type]
  return named.flatMap((each) => JSON_TYPES.find((known) => known === each) ?? [])
}

const largest = (numbers: readonly number[]): number | null => (numbers.length === 0 ? null : largestOf(numbers))

const numbersIn = (schemas: readonly Schema[], word: string): readonly number[] =>
  schemas.flatMap((schema) => numberOf(schema[word]) ?? [])

/** The strictest of a lower bound that several schemas set. */
export const highestOf = (schemas: readonly Schema[], word: string): number | null => largest(numbersIn(schemas, word))

/** The strictest of an upper bound that several schemas set. */
export const lowestOf = (schemas: readonly Schema[], word: string): number | null => {
  const highest = largest(numbersIn(schemas, word).map((number) => -number))
  return highest === null ? null : -highest
}
