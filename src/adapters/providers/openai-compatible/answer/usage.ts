import type { TokenUsage } from '../../../../domain/pricing/token-price.ts'
import { countOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

/**
 * The upstream's count in our vocabulary, or null if it reported none (all zero is none as well: no call is free
 * of tokens). Holds for every provider: cached + cache writes ≤ prompt, reasoning ≤ completion.
 */
export const toUsage = (value: unknown): TokenUsage | null => {
  const usage = objectOf(value)
  if (usage === null) return null
  const total = countOf(usage['total_tokens'])
  const promptTokens = countOf(usage['prompt_tokens'])
  if (promptTokens === null) return null
  const reported = countOf(usage['completion_tokens']) ?? (total === null ? null : Math.max(0, total - promptTokens))
  if (reported === null || promptTokens + reported === 0) return null

  const prompt = objectOf(usage['prompt_tokens_details']) ?? objectOf(usage['prompt_token_details']) ?? {}
  const completion = objectOf(usage['completion_tokens_details']) ?? {}
  const reasoning = countOf(completion['reasoning_tokens']) ?? 0
  const completionTokens = reported + reasoningLeftOut(promptTokens, reported, reasoning, total)
  const cachedTokens = Math.min(promptTokens, cachedOf(usage, prompt))
  const promptParts = partsOf(prompt, PROMPT_PARTS, promptTokens)
  const completionParts = partsOf(completion, COMPLETION_PARTS, completionTokens)
  return {
    promptTokens,
    cachedTokens,
    cacheWriteTokens: Math.min(promptTokens - cachedTokens, cacheWriteOf(prompt)),
    completionTokens,
    reasoningTokens: Math.min(completionTokens, reasoning),
    ...(promptParts === null && completionParts === null
      ? {}
      : { otherParts: { prompt: promptParts ?? NO_PARTS, completion: completionParts ?? NO_PARTS } }),
  }
}

/** OpenAI counts them in the prompt. */
const PROMPT_PARTS = ['audio_tokens', 'image_tokens', 'text_tokens'] as const

/** OpenAI counts them in the completion, also what it rejected of a prediction. */
const COMPLETION_PARTS = [
  'accepted_prediction_tokens',
  'audio_tokens',
  'rejected_prediction_tokens',
  'text_tokens',
] as const

const NO_PARTS: Readonly<Record<string, number>> = {}

/** Null if the provider reported none of them. */
const partsOf = (details: Wire, names: readonly string[], whole: number): Readonly<Record<string, number>> | null => {
  let parts: Record<string, number> | null = null
  for (const name of names) {
    const tokens = countOf(details[name])
    if (tokens !== null) (parts ??= {})[name] = Math.min(whole, tokens)
  }
  return parts
}

/** xAI counts reasoning beside the completion; its total, or the impossible proportion, gives it away. */
const reasoningLeftOut = (prompt: number, completion: number, reasoning: number, total: number | null): number => {
  if (total === prompt + completion + reasoning) return reasoning
  return reasoning > completion && total !== prompt + completion ? reasoning : 0
}

const cachedOf = (usage: Wire, promptDetails: Wire): number =>
  countOf(promptDetails['cached_tokens']) ??
  countOf(usage['prompt_cache_hit_tokens']) ??
  countOf(usage['num_cached_tokens']) ??
  countOf(usage['cached_tokens']) ??
  0

const cacheWriteOf = (promptDetails: Wire): number =>
  countOf(promptDetails['cache_write_tokens']) ?? countOf(promptDetails['cache_creation_input_tokens']) ?? 0
