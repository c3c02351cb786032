import type { TokenLimiter } from '../../application/ports/process/token-limiter.ts'
import type { TokenTake } from '../../domain/limits/token-limit.ts'
import { fallbackRateLimiter } from './fallback-rate-limiter.ts'
import type { FallbackDeps } from './fallback-rate-limiter.ts'
import type { MemoryTokenLimiter } from './memory-token-limiter.ts'

interface FallbackTokenLimiterDeps extends Omit<FallbackDeps<TokenTake>, 'shared' | 'memory'> {
  /** Counts for all instances; may reject. */
  readonly shared: TokenLimiter
  readonly memory: MemoryTokenLimiter
}

/** Takes tokens as requests are taken: with the shared counter while it answers, else in this process. */
export const fallbackTokenLimiter = ({ shared, memory, ...options }: FallbackTokenLimiterDeps): TokenLimiter => {
  const limiter = fallbackRateLimiter<TokenTake>({ shared, memory, ...options })
  return {
    take: limiter.take,
    async correct(take) {
      await memory.correct(take)
      if (limiter.mode() === 'memory') return
      // A correction that is lost leaves the estimate, which the window takes away.
      await shared.correct(take).catch(() => undefined)
    },
  }
}
