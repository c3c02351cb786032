import { isRecord } from '../../../../domain/json.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a strict schema may state of a value beside its form. */
const FACTS: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  '$ref',
  'title',
  'description',
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'required',
  'additionalProperties',
])

/** Where further schemas stand: by name, in a list, or alone. */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions'])
const LISTED: ReadonlySet<string> = new Set(['anyOf'])
const ALONE: ReadonlySet<string> = new Set(['items'])

const isOfObjects = ({ type, properties, required, additionalProperties: others }: Fields): boolean =>
  type === 'object' ||
  (Array.isArray(type) && type.includes('object')) ||
  [properties, required, others].some((field) => field !== undefined)

/** Whether an object has all the properties that the schema names, and no other. */
const isClosed = ({ properties, required, additionalProperties: others }: Fields): boolean => {
  const needed: ReadonlySet<unknown> = new Set(Array.isArray(required) ? required : [])
  return others === false && Object.keys(isRecord(properties) ? properties : {}).every((name) => needed.has(name))
}

const STATES_A_FORM = ['type', '$ref', 'anyOf', 'enum', 'const'] as const

/** The schemas inside one keyword of a schema; null where a strict schema may not have it. */
const schemasIn = (keyword: string, value: unknown): readonly unknown[] | null => {
  if (FACTS.has(keyword)) return []
  if (ALONE.has(keyword)) return [value]
  if (LISTED.has(keyword)) return Array.isArray(value) ? value : null
  return NAMED.has(keyword) && isRecord(value) ? Object.values(value) : null
}

/**
 * Whether providers that keep strictly to a schema accept this one: an object of which every object, however deep, has
 * all its properties as required and no others, in the keywords that they know. The work is linear in the schema.
 */
export const isStrictSchema = (schema: Fields): boolean => {
  if (schema['type'] !== 'object') return false
  const open: unknown[] = [schema]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isRecord(next) || !STATES_A_FORM.some((name) => next[name] !== undefined)) return false
    if (isOfObjects(next) && !isClosed(next)) return false
    for (const [keyword, value] of Object.entries(next)) {
      const inside = schemasIn(keyword, value)
      if (inside === null) return false
      for (const each of inside) open.push(each)
    }
  }
  return true
}
