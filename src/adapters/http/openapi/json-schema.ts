import type * as t from 'io-ts'
import type { DefaultedType, NullishType } from '../codecs/codecs.ts'
import { schemaOf, refTo } from '../codecs/with-schema.ts'
import type { JsonSchema } from '../codecs/with-schema.ts'

/** Marks a codec without a description in the document; a test finds it. */
export const UNDESCRIBED = 'x-undescribed'

/** The classes of io-ts this service combines codecs with. */
type Combined =
  | NullishType<unknown>
  | DefaultedType<unknown>
  | t.NullType
  | t.UndefinedType
  | t.UnknownType
  | t.StringType
  | t.NumberType
  | t.BooleanType
  | t.AnyDictionaryType
  | t.LiteralType<string | number | boolean>
  | t.KeyofType<Record<string, unknown>>
  | t.ArrayType<t.Mixed>
  | t.ReadonlyArrayType<t.Mixed>
  | t.InterfaceType<t.Props>
  | t.PartialType<t.Props>
  | t.DictionaryType<t.Mixed, t.Mixed>
  | t.UnionType<t.Mixed[]>
  | t.IntersectionType<t.Mixed[]>
  | t.ExactType<t.HasProps>

/** Schemas of named codecs, which the document keeps once and refers to. */
export type Components = Map<string, JsonSchema>

const isCombined = (codec: t.Mixed): codec is t.Mixed & Combined => '_tag' in codec

const withNull = (schema: JsonSchema): JsonSchema => {
  const { type, enum: values, const: value } = schema
  if (value === undefined && typeof type === 'string') {
    return {
      ...schema,
      type: [type, 'null'],
      ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
    }
  }
  return { anyOf: [schema, { type: 'null' }] }
}

const isUndefined = (codec: t.Mixed): boolean => isCombined(codec) && codec._tag === 'UndefinedType'

const mayBeAbsent = (codec: t.Mixed): boolean => {
  if (!isCombined(codec)) return false
  if (codec._tag === 'NullishType' || codec._tag === 'DefaultedType') return true
  return codec._tag === 'UnionType' && codec.types.some(mayBeAbsent) ? true : isUndefined(codec)
}

const objectSchema = (props: t.Props, areOptional: boolean, components: Components): JsonSchema => {
  const names = Object.keys(props)
  const required = areOptional ? [] : names.filter((name) => !mayBeAbsent(props[name] as t.Mixed))
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, jsonSchemaOf(props[name] as t.Mixed, components)])),
    ...(required.length > 0 ? { required } : {}),
  }
}

const unionSchema = (members: readonly t.Mixed[], components: Components): JsonSchema => {
  const present = members.filter((member) => !isUndefined(member))
  const [only, ...others] = present.map((member) => jsonSchemaOf(member, components))
  if (only === undefined) return {}
  if (others.length === 0) return only
  const isNull = present.map((member) => isCombined(member) && member._tag === 'NullType')
  const valued = present.filter((_, index) => isNull[index] === false)
  if (isNull.includes(true) && valued.length === 1) return withNull(jsonSchemaOf(valued[0] as t.Mixed, components))
  return { anyOf: [only, ...others] }
}

/** Objects joined by an intersection read better as one object. */
const joined = (schemas: readonly JsonSchema[]): JsonSchema => {
  if (!schemas.every((schema) => schema['type'] === 'object' && schema['properties'] !== undefined)) {
    return { allOf: schemas }
  }
  const required = schemas.flatMap((schema) => (schema['required'] as readonly string[] | undefined) ?? [])
  return {
    type: 'object',
    properties: Object.fromEntries(schemas.flatMap((schema) => Object.entries(schema['properties'] as JsonSchema))),
    ...(required.length > 0 ? { required } : {}),
  }
}

const combinedSchema = (codec: Combined, components: Components): JsonSchema => {
  switch (codec._tag) {
    case 'NullishType':
      return withNull(jsonSchemaOf(codec.codec, components))
    case 'DefaultedType':
      return { ...withNull(jsonSchemaOf(codec.codec, components)), default: codec.fallback }
    case 'NullType':
      return { type: 'null' }
    case 'UndefinedType':
    case 'UnknownType':
      return {}
    case 'StringType':
      return { type: 'string' }
    case 'NumberType':
      return { type: 'number' }
    case 'BooleanType':
      return { type: 'boolean' }
    case 'AnyDictionaryType':
      return { type: 'object' }
    case 'LiteralType':
      return { const: codec.value }
    case 'KeyofType':
      return { type: 'string', enum: Object.keys(codec.keys) }
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return { type: 'array', items: jsonSchemaOf(codec.type, components) }
    case 'InterfaceType':
      return objectSchema(codec.props, false, components)
    case 'PartialType':
      return objectSchema(codec.props, true, components)
    case 'DictionaryType':
      return { type: 'object', additionalProperties: jsonSchemaOf(codec.codomain, components) }
    case 'UnionType':
      return unionSchema(codec.types, components)
    case 'IntersectionType':
      return joined(codec.types.map((member) => jsonSchemaOf(member, components)))
    case 'ExactType':
      return jsonSchemaOf(codec.type, components)
  }
}

/** Whether a codec has a name of its own, unlike the names that io-ts makes from the parts. */
const isNamed = (codec: t.Mixed & Combined): boolean =>
  (codec._tag === 'InterfaceType' || codec._tag === 'IntersectionType' || codec._tag === 'PartialType') &&
  /^[A-Z][A-Za-z]+$/.test(codec.name)

const registerComponent = (name: string, schema: JsonSchema, components: Components): JsonSchema => {
  const earlier = components.get(name)
  if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(schema)) {
    throw new Error(`two shapes of the API are both called ${name}`)
  }
  components.set(name, schema)
  return refTo(name)
}

/**
 * The schema of what a codec reads, from its description or from the class of io-ts it is made by; named ones go
 * to `components`. A codec of neither kind gives a schema marked `x-undescribed`.
 */
export const jsonSchemaOf = (codec: t.Mixed, components: Components): JsonSchema => {
  const description = schemaOf(codec)
  if (description !== undefined) {
    const { like, schema } = description
    return like === null ? schema : { ...jsonSchemaOf(like, components), ...schema }
  }
  if (!isCombined(codec)) return { [UNDESCRIBED]: codec.name }
  const combined = combinedSchema(codec, components) as JsonSchema | undefined
  if (combined === undefined) return { [UNDESCRIBED]: codec.name }
  return isNamed(codec) ? registerComponent(codec.name, combined, components) : combined
}
