/**
 * What a chat call consumed, in one vocabulary for all vendors:
 * `promptTokens` includes cached and cache-write tokens, `completionTokens` includes reasoning.
 */
export interface TokenUsage {
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  readonly completionTokens: number
  readonly reasoningTokens: number
}

export const totalTokens = (usage: TokenUsage): number => usage.promptTokens + usage.completionTokens
