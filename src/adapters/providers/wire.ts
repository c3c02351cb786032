import { withExactNumbers } from '../../domain/exact-numbers.ts'
import { isRecord, parsedJson } from '../../domain/json.ts'
import { findLimitViolation, jsonWithin, valuesWithin } from '../../domain/json-shape.ts'
import type { JsonLimits } from '../../domain/json-shape.ts'
import { isStorableText } from '../../domain/storable-text.ts'

/**
 * Providers differ in everything but the outline, so answers are read leniently by hand: whatever JSON an upstream
 * sends, these give a value of the asked kind or null, and never throw.
 */
export type Wire = Readonly<Record<string, unknown>>

export const objectOf = (value: unknown): Wire | null => (isRecord(value) ? value : null)

export const arrayOf = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null)

/** The objects of a list; whatever else stands in it is passed over. */
export const objectsIn = (value: unknown): readonly Wire[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The texts of a list; whatever else stands in it is passed over. Null where the value is no list. */
export const stringsOf = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : null

/** Null for an empty string too: providers send '' where they mean "none". */
export const nonEmptyOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Longer than any provider writes one. */
const MAX_ID_CHARACTERS = 512

/**
 * The id by which a provider calls an answer or a job; null for a longer text, and for one that no column takes. It is
 * kept on receipts and in the log, which would grow by a whole answer.
 */
export const idOf = (value: unknown): string | null => {
  const id = nonEmptyOf(value)
  return id !== null && id.length <= MAX_ID_CHARACTERS && isStorableText(id) ? id : null
}

/** A count: a safe integer from 0 on; a fraction is rounded up. */
export const countOf = (value: unknown): number | null => {
  if (typeof value !== 'number') return null
  const whole = Math.ceil(value)
  return Number.isSafeInteger(whole) && whole >= 0 ? whole : null
}

/**
 * More than an answer holds: twice what its request may, of which some providers repeat the tools. What is parsed here
 * is written again by functions that call themselves for each level, so the depth is bounded too.
 */
const ANSWER_LIMITS: JsonLimits = { values: 400_000, fields: 100_000, depth: 64 }

/**
 * Of an answer that says something of each of its tokens or words: the log probabilities of one token, with twenty
 * others beside it, are two hundred values.
 */
export const DETAILED_LIMITS: JsonLimits = { ...ANSWER_LIMITS, values: 4_000_000 }

/** A vector is a list of numbers. The bytes of an answer bound how many there are. */
export const VECTOR_LIMITS: JsonLimits = { ...ANSWER_LIMITS, values: 10_000_000 }

/** Undefined where the text is not JSON, or holds more or nests deeper than the limits allow. */
export const jsonOf = (text: string, limits: JsonLimits = ANSWER_LIMITS): unknown => jsonWithin(text, limits)

/** Whether a text is not read for its size alone, which is no fault of its provider. Asked where it was not read. */
export const isBeyondLimits = (text: string, limits: JsonLimits = ANSWER_LIMITS): boolean =>
  findLimitViolation(text, limits) !== null

const ANY_SHAPE: JsonLimits = { ...DETAILED_LIMITS, fields: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY }

/**
 * Whether every text is JSON, of whatever shape: nothing goes through their values. Together they hold no more than one
 * may: a thousand texts of lists held the process for as many seconds as they had 30 MB.
 */
export const areJson = (texts: readonly string[]): boolean => {
  let valuesLeft = ANY_SHAPE.values
  return texts.every((text) => {
    const values = valuesWithin(text, { ...ANY_SHAPE, values: valuesLeft })
    if (values === null) return false
    valuesLeft -= values
    return parsedJson(text) !== undefined
  })
}

/** Of all inputs and results of tools in one conversation: a body holds half as much outside of such texts. */
const CONVERSATION_VALUES = ANSWER_LIMITS.values

/**
 * Reads the inputs and results of the tools of one conversation, oldest first, each number as it was written: they are
 * only handed on. They are texts inside of the caller's body, whose own limits do not see what they hold: ten million
 * lists in them held the process for five seconds. What holds more than is left of the bound is undefined, as what is
 * no JSON, and stays a text.
 */
export const exactJsonReader = (): ((text: string) => unknown) => {
  let valuesLeft = CONVERSATION_VALUES
  return (text) => {
    const values = valuesWithin(text, { ...DETAILED_LIMITS, values: valuesLeft })
    if (values === null) return undefined
    valuesLeft -= values
    return withExactNumbers(text, parsedJson(text))
  }
}
