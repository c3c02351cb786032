import type { LocalRateCounter, RateLimiter } from '../../application/ports/rate-limiter.ts'
import { decideRate, type RateTake } from '../../domain/limits/rate-limit.ts'
import { type AcceptedTimes, acceptedTimes } from './accepted-times.ts'
import { generations } from './generations.ts'

export interface MemoryRateLimiter extends RateLimiter, LocalRateCounter {
  /** Buckets in memory, for tests and metrics. */
  size(): number
}

export interface MemoryRateLimiterOptions {
  /** A clock that never runs backwards, in milliseconds. */
  readonly monotonicMs?: () => number
  /** Above this many buckets the ones used longest ago are dropped, even if still counting. */
  readonly mostBuckets?: number
}

/** Counts within this process. Memory is bounded by the buckets used in the last two windows and by `mostBuckets`. */
export const memoryRateLimiter = (options: MemoryRateLimiterOptions = {}): MemoryRateLimiter => {
  const { monotonicMs = () => performance.now(), mostBuckets = 200_000 } = options
  const buckets = generations<AcceptedTimes>(mostBuckets)
  let longestWindowMs = 0

  const live = (take: RateTake, nowMs: number): AcceptedTimes => {
    longestWindowMs = Math.max(longestWindowMs, take.windowMs)
    buckets.turn(nowMs, longestWindowMs)
    let times = buckets.get(take.bucket)
    if (times === undefined) {
      times = acceptedTimes()
      buckets.set(take.bucket, times)
    }
    times.expire(nowMs, take.windowMs)
    return times
  }

  return {
    take(take) {
      const nowMs = monotonicMs()
      const times = live(take, nowMs)
      const verdict = decideRate(take, times.live(nowMs))
      if (verdict.allowed) times.add(nowMs)
      return Promise.resolve(verdict)
    },
    peek(take) {
      const nowMs = monotonicMs()
      return decideRate(take, live(take, nowMs).live(nowMs))
    },
    note(take) {
      const nowMs = monotonicMs()
      live(take, nowMs).add(nowMs)
    },
    size: () => buckets.size(),
  }
}
