import type { RateLimiter } from '../../application/ports/rate-limiter.ts'
import type { RateTake, RateVerdict } from '../../domain/limits/rate-limit.ts'
import type { MemoryRateLimiter } from './memory-rate-limiter.ts'

export interface FallbackRateLimiter extends RateLimiter {
  /** Who counted last. */
  mode(): 'shared' | 'memory'
}

export interface FallbackRateLimiterDeps {
  /** Counts for all instances; may reject. */
  readonly shared: RateLimiter
  readonly memory: MemoryRateLimiter
  readonly monotonicMs?: () => number
  /** How long the shared counter is left alone after it failed, so that a hanging one delays few requests. */
  readonly retryAfterMs?: number
  /** Told on every change, and why. */
  readonly onModeChange?: (mode: 'shared' | 'memory', reason: string) => void
}

/**
 * The shared counter while it answers, this process's own while it does not, and back by itself.
 * Memory also notes what the shared counter accepts, so that a failing counter never hands an account a second
 * full window here; and for one window after a recovery both must agree, since the shared counter has not seen
 * what was accepted meanwhile.
 */
export const fallbackRateLimiter = (deps: FallbackRateLimiterDeps): FallbackRateLimiter => {
  const { shared, memory, monotonicMs = () => performance.now(), retryAfterMs = 1000, onModeChange } = deps
  let mode: 'shared' | 'memory' = 'shared'
  let lastFailureMs = Number.NEGATIVE_INFINITY

  const change = (next: 'shared' | 'memory', reason: string): void => {
    if (mode === next) return
    mode = next
    onModeChange?.(next, reason)
  }

  const takeShared = async (take: RateTake): Promise<RateVerdict> => {
    const verdict = await shared.take(take)
    if (verdict.allowed) memory.note(take)
    change('shared', 'the shared counter answers again')
    return verdict
  }

  return {
    mode: () => mode,
    async take(take) {
      const nowMs = monotonicMs()
      if (mode === 'memory' && nowMs - lastFailureMs < retryAfterMs) return memory.take(take)
      if (nowMs - lastFailureMs < take.windowMs) {
        const own = memory.peek(take)
        if (!own.allowed) return own
      }
      // Claimed before the attempt: others keep counting in memory while one request tries.
      if (mode === 'memory') lastFailureMs = nowMs
      try {
        return await takeShared(take)
      } catch (error) {
        lastFailureMs = monotonicMs()
        change('memory', error instanceof Error ? error.message : 'the shared counter failed')
        return memory.take(take)
      }
    },
  }
}
