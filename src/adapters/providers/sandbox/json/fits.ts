import { matchesPattern } from './matches-pattern.ts'
import { objectOf } from '../../wire.ts'
import { listOf, numberOf, pointedAt, schemaOf, typesOf } from './schema.ts'
import type { Schema } from './schema.ts'

export interface Fitting {
  readonly root: unknown
  /** What is answered where it is not known: false finds what surely fits, true what possibly fits. */
  readonly inDoubt: boolean
  /** What formats are taken for, which are not looked into. */
  readonly formatsFit: boolean
  /** A caller's schema may ask for anything; past this many comparisons nothing is known. */
  readonly budget: { stepsLeft: number }
}

/** The question whose answer "no" is sure where this one's "yes" is. */
const opposite = (fitting: Fitting): Fitting => ({
  ...fitting,
  inDoubt: !fitting.inDoubt,
  formatsFit: !fitting.formatsFit,
})

/** So many steps through a pattern cost as much as one comparison. */
const STEPS_A_COMPARISON = 20

/** So many names, or characters, are gone through in the time of one comparison. */
const SIZE_A_COMPARISON = 20

const MAX_DEPTH = 200

/** Going through parts of a value or of a schema is paid by their number: a caller may ask for it again and again. */
const pay = ({ budget }: Fitting, size: number): void => {
  budget.stepsLeft -= Math.ceil(size / SIZE_A_COMPARISON)
}

const typeNameOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const hasType = (schema: Schema, value: unknown): boolean => {
  const types = typesOf(schema)
  if (types === null) return true
  const name = typeNameOf(value)
  return types.some((type) => type === name || (type === 'integer' && Number.isInteger(value)))
}

const isSame = (one: unknown, other: unknown, fitting: Fitting): boolean => {
  if (one === other || typeof one !== 'object' || typeof other !== 'object') return one === other
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)]
  pay(fitting, first.length + second.length)
  return first === second
}

const isOneOf = (schema: Schema, value: unknown, fitting: Fitting): boolean => {
  if ('const' in schema && !isSame(schema['const'], value, fitting)) return false
  if (!Array.isArray(schema['enum'])) return true
  return listOf(schema['enum']).some((each) => {
    fitting.budget.stepsLeft -= 1
    return fitting.budget.stepsLeft < 0 ? fitting.inDoubt : isSame(each, value, fitting)
  })
}

const isWithin = (schema: Schema, least: string, most: string, size: number): boolean =>
  size >= (numberOf(schema[least]) ?? 0) && size <= (numberOf(schema[most]) ?? Number.POSITIVE_INFINITY)

const numberFits = (schema: Schema, value: number): boolean => {
  const step = numberOf(schema['multipleOf'])
  return (
    value >= (numberOf(schema['minimum']) ?? Number.NEGATIVE_INFINITY) &&
    value <= (numberOf(schema['maximum']) ?? Number.POSITIVE_INFINITY) &&
    value > (numberOf(schema['exclusiveMinimum']) ?? Number.NEGATIVE_INFINITY) &&
    value < (numberOf(schema['exclusiveMaximum']) ?? Number.POSITIVE_INFINITY) &&
    (step === null || step <= 0 || Math.abs(value / step - Math.round(value / step)) < 1e-9)
  )
}

/** Whether a text fits a schema's `pattern`. */
export const patternFits = (pattern: unknown, value: string, { budget, inDoubt }: Fitting): boolean => {
  if (typeof pattern !== 'string') return pattern === undefined || inDoubt
  if (budget.stepsLeft < 0) return inDoubt
  const { does, steps } = matchesPattern(pattern, value)
  budget.stepsLeft -= Math.ceil(steps / STEPS_A_COMPARISON)
  return does ?? inDoubt
}

const textFits = (schema: Schema, value: string, fitting: Fitting): boolean =>
  isWithin(schema, 'minLength', 'maxLength', value.length) &&
  (schema['format'] === undefined || fitting.formatsFit) &&
  patternFits(schema['pattern'], value, fitting)

const isUnique = (items: readonly unknown[], fitting: Fitting): boolean => {
  const texts = items.map((item) => JSON.stringify(item))
  pay(
    fitting,
    texts.reduce((sum, { length }) => sum + length, 0),
  )
  return new Set(texts).size === texts.length
}

const arrayFits = (schema: Schema, value: readonly unknown[], fitting: Fitting, depth: number): boolean => {
  if (!isWithin(schema, 'minItems', 'maxItems', value.length)) return false
  const prefix = listOf(schema['prefixItems'])
  if (!value.every((item, index) => check(prefix[index] ?? schema['items'], item, fitting, depth))) return false
  const { contains } = schema
  return (
    (schema['uniqueItems'] !== true || isUnique(value, fitting)) &&
    (contains === undefined || value.some((item) => check(contains, item, fitting, depth)))
  )
}

const objectFits = (schema: Schema, value: Schema, fitting: Fitting, depth: number): boolean => {
  const properties = objectOf(schema['properties']) ?? {}
  const names = Object.keys(value)
  const required = listOf(schema['required'])
  pay(fitting, names.length + required.length)
  return (
    isWithin(schema, 'minProperties', 'maxProperties', names.length) &&
    required.every((name) => typeof name !== 'string' || Object.hasOwn(value, name)) &&
    names.every((name) => {
      const declared = Object.hasOwn(properties, name) ? properties[name] : schema['additionalProperties']
      return check(declared, value[name], fitting, depth)
    })
  )
}

const valueFits = (schema: Schema, value: unknown, fitting: Fitting, depth: number): boolean => {
  if (typeof value === 'number') return numberFits(schema, value)
  if (typeof value === 'string') return textFits(schema, value, fitting)
  if (Array.isArray(value)) return arrayFits(schema, value as unknown[], fitting, depth)
  const object = objectOf(value)
  return object === null || objectFits(schema, object, fitting, depth)
}

const partsFit = (schema: Schema, value: unknown, fitting: Fitting, depth: number): boolean => {
  const does = (part: unknown): boolean => check(part, value, fitting, depth)
  const doesNot = (part: unknown): boolean => !check(part, value, opposite(fitting), depth)
  const { anyOf, oneOf, not } = schema
  if (!listOf(schema['allOf']).every(does)) return false
  if (anyOf !== undefined && !listOf(anyOf).some(does)) return false
  if (oneOf !== undefined && !isOneAlone(listOf(oneOf), does, doesNot)) return false
  if (not !== undefined && !doesNot(not)) return false
  const { if: condition } = schema
  if (condition === undefined) return true
  const [holds, fails] = [does(condition), doesNot(condition)]
  if (holds !== fails) return does(holds ? schema['then'] : schema['else'])
  // Where the condition is in doubt, both branches are: what surely fits fits both.
  const branches = [schema['then'], schema['else']]
  return fitting.inDoubt ? branches.some(does) : branches.every(does)
}

const isOneAlone = (
  parts: readonly unknown[],
  does: (part: unknown) => boolean,
  doesNot: (part: unknown) => boolean,
): boolean => {
  const fitting = parts.filter(does)
  return fitting.length > 0 && parts.filter((part) => !doesNot(part)).length <= 1
}

const check = (part: unknown, value: unknown, fitting: Fitting, depth: number): boolean => {
  fitting.budget.stepsLeft -= 1
  const schema = schemaOf(part)
  if (schema === null) return false
  if (depth > MAX_DEPTH || fitting.budget.stepsLeft < 0) return fitting.inDoubt
  const { $ref: reference } = schema
  const target = typeof reference === 'string' ? pointedAt(reference, fitting.root) : {}
  if (target === null) return fitting.inDoubt
  return (
    (typeof reference !== 'string' || check(target, value, fitting, depth + 1)) &&
    hasType(schema, value) &&
    isOneOf(schema, value, fitting) &&
    valueFits(schema, value, fitting, depth + 1) &&
    partsFit(schema, value, fitting, depth + 1)
  )
}

/** Whether a value surely, or possibly, fits a schema as far as this part of JSON Schema says. */
export const fits = (schema: unknown, value: unknown, fitting: Fitting): boolean => check(schema, value, fitting, 0)
