import { isRecord } from '../../../domain/json.ts'
import { asksForNothing } from './default-values.ts'

/**
 * What of a value is passed on to a provider. A single value (text, number, switch) always is; an object only with
 * `fields`, each by its exact name; a list only with `each`; `ANY` takes everything as it is.
 */
export interface Shape {
  readonly fields?: ReadonlyMap<string, Shape>
  readonly each?: Shape
  readonly isOpen?: true
}

export const ANY: Shape = { isOpen: true }

export const SINGLE: Shape = {}

export const listShape = (each: Shape): Shape => ({ each })

export const objectShape = (fields: Readonly<Record<string, Shape>>): Shape => ({
  fields: new Map(Object.entries(fields)),
})

/** The same object shape with other fields; `null` takes one away. */
export const withFields = (shape: Shape, fields: Readonly<Record<string, Shape | null>>): Shape => {
  const all = new Map(shape.fields)
  for (const [name, field] of Object.entries(fields)) {
    if (field === null) all.delete(name)
    else all.set(name, field)
  }
  return { ...shape, fields: all }
}

/** A text, a number, a switch, or null. */
const isSingle = (value: unknown): boolean => typeof value !== 'object' || value === null

/** What is not passed on and would have made a difference: paths without the places in lists, each once. */
type LeftOut = Set<string>

const NOTHING = Symbol('nothing')

const pickFields = (
  value: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, Shape>,
  path: string,
  leftOut: LeftOut,
): unknown => {
  /** Nothing is copied before the first difference: nearly every value is passed on as it is. */
  let picked: [string, unknown][] | null = null
  const names = Object.keys(value)
  let before = 0
  for (const name of names) {
    const field = value[name]
    const shape = fields.get(name)
    const kept =
      shape === undefined ? NOTHING : isSingle(field) ? field : pickValue(field, shape, `${path}${name}`, leftOut)
    if (kept !== field) picked ??= names.slice(0, before).map((earlier) => [earlier, value[earlier]])
    if (kept !== NOTHING) picked?.push([name, kept])
    else if (!asksForNothing(`${path}${name}`, field)) leftOut.add(`${path}${name}`)
    before += 1
  }
  // `fromEntries` defines its fields, so that a field called `__proto__` stays a field like any other.
  return picked === null ? value : Object.fromEntries(picked)
}

const pickEach = (value: readonly unknown[], each: Shape, path: string, leftOut: LeftOut): unknown => {
  let picked: unknown[] | null = null
  let before = 0
  for (const element of value) {
    const kept = pickValue(element, each, path, leftOut)
    if (kept !== element) picked ??= value.slice(0, before)
    if (kept === NOTHING) leftOut.add(path)
    else picked?.push(kept)
    before += 1
  }
  return picked ?? value
}

const pickValue = (value: unknown, shape: Shape, path: string, leftOut: LeftOut): unknown => {
  if (shape.isOpen === true || isSingle(value)) return value
  if (Array.isArray(value)) return shape.each === undefined ? NOTHING : pickEach(value, shape.each, path, leftOut)
  return shape.fields === undefined || !isRecord(value) ? NOTHING : pickFields(value, shape.fields, `${path}.`, leftOut)
}

/** The part of an object that is passed on, the object itself where that is all of it; notes what is not. */
export const picked = <O extends object>(value: O, { fields }: Shape, leftOut: LeftOut): O =>
  pickFields(value as object as Readonly<Record<string, unknown>>, fields ?? new Map(), '', leftOut) as O

/** What of an object is not passed on, by its paths. */
export const leftOutOf = (value: object, shape: Shape): readonly string[] => {
  const leftOut: LeftOut = new Set()
  picked(value, shape, leftOut)
  return [...leftOut]
}
