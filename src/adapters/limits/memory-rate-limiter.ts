import type { RateLimiter, RateTake } from '../../application/ports/rate-limiter.ts'
import { decideRate, type RateVerdict } from '../../domain/limits/rate-limit.ts'
import { type AcceptedTimes, acceptedTimes } from './accepted-times.ts'

export interface MemoryRateLimiter extends RateLimiter {
  /** What `take` would answer now, without taking. */
  peek(take: RateTake): RateVerdict
  /** Counts a request that was accepted elsewhere. */
  note(take: RateTake): void
  /** Buckets in memory, for tests and metrics. */
  size(): number
}

export interface MemoryRateLimiterOptions {
  /** A clock that never runs backwards, in milliseconds. */
  readonly monotonicMs?: () => number
  /** Above this many buckets the ones used longest ago are dropped, even if still counting. */
  readonly mostBuckets?: number
}

interface Bucket {
  readonly times: AcceptedTimes
  idleAfterMs: number
}

/** How many of the least recently used buckets each call looks at to drop idle ones. */
const EVICTIONS_PER_CALL = 2

/** Counts within this process. Memory is bounded by the buckets used in the last window and by `mostBuckets`. */
export const memoryRateLimiter = (options: MemoryRateLimiterOptions = {}): MemoryRateLimiter => {
  const { monotonicMs = () => performance.now(), mostBuckets = 200_000 } = options
  // A Map keeps the order of insertion: re-inserting on use keeps the least recently used bucket first.
  const buckets = new Map<string, Bucket>()

  const evict = (nowMs: number): void => {
    let looked = 0
    for (const [name, bucket] of buckets) {
      if (bucket.idleAfterMs > nowMs && buckets.size <= mostBuckets) return
      buckets.delete(name)
      looked += 1
      if (looked === EVICTIONS_PER_CALL) return
    }
  }

  const touch = (take: RateTake, nowMs: number): Bucket => {
    const bucket = buckets.get(take.bucket) ?? { times: acceptedTimes(), idleAfterMs: 0 }
    buckets.delete(take.bucket)
    buckets.set(take.bucket, bucket)
    bucket.times.expire(nowMs, take.windowMs)
    bucket.idleAfterMs = nowMs + take.windowMs
    evict(nowMs)
    return bucket
  }

  return {
    take(take) {
      const nowMs = monotonicMs()
      const { times } = touch(take, nowMs)
      const verdict = decideRate(take, times.live(nowMs))
      if (verdict.allowed) times.add(nowMs)
      return Promise.resolve(verdict)
    },
    peek(take) {
      const nowMs = monotonicMs()
      return decideRate(take, touch(take, nowMs).times.live(nowMs))
    },
    note(take) {
      const nowMs = monotonicMs()
      touch(take, nowMs).times.add(nowMs)
    },
    size: () => buckets.size,
  }
}
