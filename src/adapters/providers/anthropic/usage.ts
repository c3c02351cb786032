import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import { countOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

/**
 * The provider counts its input in three parts that exclude each other, and thoughts inside the output. Null if it
 * reported none (all zero is none as well). Holds always: cached + cache writes ≤ prompt, reasoning ≤ completion.
 */
export const toUsage = (value: unknown): TokenUsage | null => {
  const usage = objectOf(value)
  const uncached = countOf(usage?.['input_tokens'])
  const completionTokens = countOf(usage?.['output_tokens'])
  if (usage === null || uncached === null || completionTokens === null) return null
  const cachedTokens = countOf(usage['cache_read_input_tokens']) ?? 0
  const cacheWriteTokens = countOf(usage['cache_creation_input_tokens']) ?? 0
  const written1h = countOf(objectOf(usage['cache_creation'])?.['ephemeral_1h_input_tokens']) ?? 0
  const promptTokens = uncached + cachedTokens + cacheWriteTokens
  if (promptTokens + completionTokens === 0) return null
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

/** A later report over an earlier one: each figure is cumulative, and one that is left out stays as it was. */
export const laterUsage = (earlier: Wire, later: unknown): Wire => ({
  ...earlier,
  ...Object.fromEntries(
    Object.entries(objectOf(later) ?? {}).filter(([, figure]) => figure !== null && figure !== undefined),
  ),
})
