import type * as t from 'io-ts'

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>

interface Description {
  /** A codec whose own schema is the base. */
  readonly like: t.Mixed | null
  readonly schema: JsonSchema
}

const descriptions = new WeakMap<t.Mixed, Description>()

/** Says in the language of the document what a hand-made codec takes; combinators of io-ts say so by themselves. */
export const described = <C extends t.Mixed>(codec: C, schema: JsonSchema): C => {
  descriptions.set(codec, { like: null, schema })
  return codec
}

/** The same for a codec that takes what another takes, with one rule more. */
export const describedAs = <C extends t.Mixed>(codec: C, like: t.Mixed, rule: JsonSchema): C => {
  descriptions.set(codec, { like, schema: rule })
  return codec
}

export const descriptionOf = (codec: t.Mixed): Description | undefined => descriptions.get(codec)
