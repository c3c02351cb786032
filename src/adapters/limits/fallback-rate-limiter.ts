import type { RateLimit, RateVerdict } from '../../domain/limits/rate-limit.ts'
import type { NowOrLater } from '../../application/now-or-later.ts'

/** Counts what is taken, requests or tokens. */
interface Counter<Take> {
  take(take: Take): NowOrLater<RateVerdict>
}

interface FallbackRateLimiter<Take> {
  take(take: Take): Promise<RateVerdict>
  /** Who counted last. */
  mode(): 'shared' | 'memory'
}

export interface FallbackDeps<Take> {
  /** Counts for all instances; may reject. */
  readonly shared: Counter<Take>
  readonly memory: Counter<Take> & {
    peek(take: Take): RateVerdict
    note(take: Take): void
  }
  readonly monotonicMs?: () => number
  /** How long the shared counter is left alone after it failed, so that a hanging one delays few requests. */
  readonly retryAfterMs?: number
  /** Called on every change of the mode, with the reason. */
  readonly onModeChange?: (mode: 'shared' | 'memory', reason: string) => void
}

/**
 * Counts with the shared counter while it answers, and in this process while it does not; it returns by itself.
 * The memory also counts what the shared counter accepts, so that a failing counter never gives an account a second
 * full window here. For one window after a recovery both must agree, since the shared counter did not see what the
 * processes accepted in between.
 */
export const fallbackRateLimiter = <Take extends Pick<RateLimit, 'windowMs'> = RateLimit>(
  deps: FallbackDeps<Take>,
): FallbackRateLimiter<Take> => {
  const { shared, memory, monotonicMs = () => performance.now(), retryAfterMs = 1000, onModeChange } = deps
  let mode: 'shared' | 'memory' = 'shared'
  let lastFailureMs = Number.NEGATIVE_INFINITY

  const change = (next: 'shared' | 'memory', reason: string): void => {
    if (mode === next) return
    mode = next
    onModeChange?.(next, reason)
  }

  const takeShared = async (take: Take): Promise<RateVerdict> => {
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
