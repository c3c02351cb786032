/**
 * What a chat call consumed, in one vocabulary for all providers:
 * `promptTokens` includes cached and cache-write tokens, `completionTokens` includes reasoning.
 */
export interface TokenUsage {
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  readonly completionTokens: number
  readonly reasoningTokens: number
}

export const ZERO_USAGE: TokenUsage = {
  promptTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
}

export const totalTokens = (usage: TokenUsage): number => usage.promptTokens + usage.completionTokens

/** No call of any provider comes near. A larger figure is a fault of the report and is not billed. */
const MAX_PLAUSIBLE_TOKENS = 1_000_000_000

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= MAX_PLAUSIBLE_TOKENS

/**
 * A usage money may be counted from: whole, non-negative, the parts no larger than what contains them,
 * and not empty. Null where the provider reported no such usage.
 */
export const validUsage = (usage: TokenUsage | null): TokenUsage | null => {
  if (usage === null || !Object.values(usage).every(isCount) || totalTokens(usage) === 0) return null
  const cachedTokens = Math.min(usage.cachedTokens, usage.promptTokens)
  return {
    promptTokens: usage.promptTokens,
    cachedTokens,
    cacheWriteTokens: Math.min(usage.cacheWriteTokens, usage.promptTokens - cachedTokens),
    completionTokens: usage.completionTokens,
    reasoningTokens: Math.min(usage.reasoningTokens, usage.completionTokens),
  }
}
