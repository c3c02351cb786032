import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { stringOf } from '../../../domain/json.ts'
import { objectOf, objectsIn } from '../wire.ts'
import type { Wire } from '../wire.ts'

/** What a translation of a schema knows while it goes through the parts. */
export interface SchemaReading {
  readonly root: Wire
  /** Notes a keyword whose loss would change the answer, and that no words can say either. */
  readonly lose: (keyword: string) => void
}

/** The schema as it is sent; a Left names the first keyword that the translation has lost. */
export const withoutLoss = (
  schema: unknown,
  translate: (schema: unknown, reading: SchemaReading) => unknown,
): Either<string, unknown> => {
  let lost: string | null = null
  const lose = (keyword: string): void => {
    lost ??= keyword
  }
  const sent = translate(schema, { root: objectOf(schema) ?? {}, lose })
  return lost === null ? right(sent) : left(lost)
}

interface SchemaReference {
  readonly $ref: unknown
  /** A keyword that binds the answer beside the reference, where providers read none; null if there is none. */
  readonly beside: string | null
}

/** Keywords that decide which values fit a schema. Every other one only tells something of them. */
const BINDING = [
  'enum',
  'const',
  'format',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'anyOf',
  'oneOf',
  'not',
  'if',
] as const

/** The reference that a schema is: its own one, or that of its `allOf`; null where it is none. */
export const referenceOf = (schema: Wire, root: Wire): SchemaReference | null => {
  const members = objectsIn(schema['allOf'])
  const parts = [schema, ...members]
  const referring = parts.find(({ $ref }) => $ref !== undefined)
  if (referring === undefined) return null
  const { $ref } = referring
  const isDivided = parts.some((part) => part['$ref'] !== undefined && part['$ref'] !== $ref)
  const isNested = members.some(({ allOf }) => allOf !== undefined)
  return { $ref, beside: isDivided || isNested ? 'allOf' : boundBy(parts, typeAt(root, $ref)) }
}

/** The first keyword of these schemas that binds more than the reference does: to repeat its type binds nothing. */
const boundBy = (schemas: readonly Wire[], knownType: string | null): string | null => {
  for (const schema of schemas) {
    if (schema['type'] !== undefined && schema['type'] !== knownType) return 'type'
    const keyword = BINDING.find((name) => schema[name] !== undefined)
    if (keyword !== undefined) return keyword
  }
  return null
}

const DEFINITION = /^#\/(\$defs|definitions)\/([^/]+)$/

/** The one type of what a reference to a definition refers to; null where it does not say it itself. */
const typeAt = (root: Wire, $ref: unknown): string | null => {
  const [, keyword = '', name = ''] = DEFINITION.exec(stringOf($ref) ?? '') ?? []
  return stringOf(objectOf(objectOf(root[keyword])?.[name])?.['type'])
}
