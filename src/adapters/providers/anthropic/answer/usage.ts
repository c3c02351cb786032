import type { TokenUsage } from '../../../../domain/pricing/token-price.ts'
import { arrayOf, countOf, objectOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { laterFields } from './later-fields.ts'

/**
 * The provider counts its input in three parts that exclude each other, and thoughts inside the output. Null if it
 * reported none (all zero is none as well). Holds always: cached + cache writes ≤ prompt, reasoning ≤ completion.
 */
export const toUsage = (value: unknown): TokenUsage | null => {
  const usage = objectOf(value)
  const answer = usageOf(usage)
  if (usage === null || answer === null) return null
  const whole = compactionsOf(usage).reduce(sumOf, answer)
  return whole.promptTokens + whole.completionTokens === 0 ? null : whole
}

/** Requests to sum up the conversation, which the figures of the answer do not have in them. */
const compactionsOf = (usage: Wire): readonly TokenUsage[] =>
  objectsIn(usage['iterations']).flatMap((each) => (each['type'] === 'compaction' ? (usageOf(each) ?? []) : []))

const sumOf = (one: TokenUsage, other: TokenUsage): TokenUsage => {
  const written1h = (one.cacheWrite1hTokens ?? 0) + (other.cacheWrite1hTokens ?? 0)
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    ...(written1h === 0 ? {} : { cacheWrite1hTokens: written1h }),
    completionTokens: one.completionTokens + other.completionTokens,
    reasoningTokens: one.reasoningTokens + other.reasoningTokens,
  }
}

const usageOf = (usage: Wire | null): TokenUsage | null => {
  const uncached = countOf(usage?.['input_tokens'])
  const completionTokens = countOf(usage?.['output_tokens'])
  if (usage === null || uncached === null || completionTokens === null) return null
  const cachedTokens = countOf(usage['cache_read_input_tokens']) ?? 0
  const cacheWriteTokens = countOf(usage['cache_creation_input_tokens']) ?? 0
  const written1h = countOf(objectOf(usage['cache_creation'])?.['ephemeral_1h_input_tokens']) ?? 0
  const promptTokens = uncached + cachedTokens + cacheWriteTokens
  const reasoning = countOf(objectOf(usage['output_tokens_details'])?.['thinking_tokens']) ?? 0
  return {
    promptTokens,
    cachedTokens,
    cacheWriteTokens,
    ...(written1h === 0 ? {} : { cacheWrite1hTokens: Math.min(cacheWriteTokens, written1h) }),
    completionTokens,
    reasoningTokens: Math.min(completionTokens, reasoning),
  }
}

/** The figures that are read. */
const FIGURES = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cache_creation',
  'output_tokens_details',
  'iterations',
] as const

/** A later report over an earlier one: each figure is cumulative, and one that is left out stays as it was. */
export const laterUsage = (earlier: Wire, later: unknown): Wire =>
  laterFields(FIGURES, earlier, later, (report, name) => isLater(earlier[name], report[name]))

/** A list of what was done so far never becomes shorter. */
const isLater = (earlier: unknown, later: unknown): boolean =>
  later !== null && later !== undefined && (arrayOf(later)?.length ?? 0) >= (arrayOf(earlier)?.length ?? 0)
