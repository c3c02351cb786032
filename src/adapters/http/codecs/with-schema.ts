import type * as t from 'io-ts'

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** How a schema refers to a named one of the document. */
export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The name in such a reference; null of a schema that is none. */
export const nameInRef = ({ $ref }: JsonSchema): string | null =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null

interface Description {
  /** A codec whose own schema is the base. */
  readonly like: t.Mixed | null
  readonly schema: JsonSchema
}

const descriptions = new WeakMap<t.Mixed, Description>()

/** Gives a hand-made codec its JSON Schema; schemas of io-ts combinators are derived. */
export const withSchema = <C extends t.Mixed>(codec: C, schema: JsonSchema): C => {
  descriptions.set(codec, { like: null, schema })
  return codec
}

/** The same for a codec that adds one rule to another codec. */
export const withSchemaOf = <C extends t.Mixed>(codec: C, like: t.Mixed, rule: JsonSchema): C => {
  descriptions.set(codec, { like, schema: rule })
  return codec
}

export const schemaOf = (codec: t.Mixed): Description | undefined => descriptions.get(codec)
