import { isObject } from '../json.ts'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'

/** Longer than any name that is known here. */
const MAX_NAME_CHARS = 128

/**
 * A field's name as the most lenient server reads it: `max_tokens`, `maxTokens`, `MAX-TOKENS` and full-width letters
 * are one. Servers differ in what they take for the same name, so what must not pass is compared in this form.
 */
export const normalizedName = (name: string): string => {
  const read = name.length > MAX_NAME_CHARS ? name.slice(0, MAX_NAME_CHARS) : name
  // Nearly every name is spelt as it should be, and every request has several.
  if (PLAIN.test(read)) return read.includes('_') ? read.replaceAll('_', '') : read
  return read
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const PLAIN = /^[a-z0-9_]*$/

/** The words of a name, however they are joined: `lastFrameUrl` and `last_frame-url` are last, frame, url. */
export const nameWords = (name: string): readonly string[] =>
  name
    .slice(0, MAX_NAME_CHARS)
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** A value that is still to be looked into, and the way to it. */
interface Waiting {
  readonly value: object
  readonly name: string
  readonly within: Waiting | null
}

const pathOf = (name: string, within: Waiting): string => {
  const names = [name]
  for (let at: Waiting | null = within; at !== null && at.within !== null; at = at.within) names.push(at.name)
  return names.reverse().join('.')
}

/**
 * The path of the first field inside a value, at any depth and through lists, whose name is forbidden; null when there
 * is none. A field of null is looked at only where it says something. Walks a list of its own and not the stack,
 * however deep the value is.
 */
export const findForbiddenField = (
  value: unknown,
  isForbidden: (name: string, value: unknown) => boolean,
  saysNullSomething = false,
): string | null => {
  if (!isObject(value)) return null
  const waiting: Waiting[] = [{ value, name: '', within: null }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const isList = Array.isArray(next.value)
    const fields = next.value as Readonly<Record<string, unknown>>
    for (const name of Object.keys(fields)) {
      const field = fields[name]
      if (field === undefined || (field === null && !saysNullSomething)) continue
      if (isForbidden(isList ? '' : name, field)) return pathOf(name, next)
      if (isObject(field)) waiting.push({ value: field, name, within: next })
    }
  }
  return null
}

/** Whether a value of a field leaves the price of the call as the tariff `T` says. */
export type Harmless<T> = (value: unknown, tariff: T) => boolean

/** No value of the field leaves the price as it is. */
export const never: Harmless<unknown> = () => false

interface PricedField {
  /** As the caller spells it. */
  readonly name: string
  /** As the gateway reads it; null if the caller spells it so, and its value is what cannot be had. */
  readonly spelling: string | null
}

/** The fields of one kind of request that can change what a provider asks for the call. */
interface PricedFields<T> {
  /** In every spelling, for the code that lets fields through. */
  has(name: string): boolean
  /** The first field that cannot be had at the tariff's price, or that is misspelt; null when there is none. */
  firstIn(fields: Readonly<Record<string, unknown>>, tariff: T): PricedField | null
}

/**
 * One rule for every kind of request (contract 7). `harmless` names the fields that change the price, each with the
 * values that change nothing. `own` names the fields that the gateway reads itself: in another spelling a server might
 * read them too, and differently.
 */
export const pricedFields = <T>(
  harmless: Readonly<Record<string, Harmless<T>>>,
  own: readonly string[],
): PricedFields<T> => {
  const rules = new Map<string, { readonly name: string; readonly isHarmless: Harmless<T> }>()
  for (const [name, isHarmless] of Object.entries(harmless)) rules.set(normalizedName(name), { name, isHarmless })
  for (const name of own) rules.set(normalizedName(name), { name, isHarmless: () => true })
  /** Nearly every name is spelt as here. */
  const asSpelt = new Map([...rules.values()].map((rule) => [rule.name, rule]))
  const ruleOf = (name: string) => asSpelt.get(name) ?? rules.get(normalizedName(name))
  return {
    has: (name) => ruleOf(name) !== undefined,
    firstIn: (fields, tariff) => {
      for (const name of Object.keys(fields)) {
        const value = fields[name]
        if (value === undefined || value === null) continue
        const rule = ruleOf(name)
        if (rule === undefined) continue
        if (rule.name !== name) return { name, spelling: rule.name }
        if (!rule.isHarmless(value, tariff)) return { name, spelling: null }
      }
      return null
    },
  }
}

/** The request asks for something that this model, or this gateway's price list, does not have. */
export interface UnsupportedParameter {
  readonly tag: 'unsupported_parameter'
  /** Path of the field in the caller's body, e.g. `response_format` or `tools.0.type`. */
  readonly param: string
  readonly message: string
}

export const unsupportedParameter = (param: string, message: string): Either<UnsupportedParameter, never> =>
  left({ tag: 'unsupported_parameter', param, message })

/** What a check answers that finds nothing to refuse. */
export const SUPPORTED: Either<never, void> = right(undefined)
