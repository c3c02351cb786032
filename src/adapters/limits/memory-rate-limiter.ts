import type { LocalRateCounter, RateLimiter } from '../../application/ports/process/rate-limiter.ts'
import { decideRate, joinVerdicts } from '../../domain/limits/rate-limit.ts'
import type { RateLimit, RateVerdict, SlidingWindow } from '../../domain/limits/rate-limit.ts'
import { rotatingMap } from '../../domain/rotating-map.ts'

const FIRST_CAPACITY = 8

/**
 * The accepted times of one bucket, oldest first, in a ring that grows with what is really used, so that a large
 * limit costs no memory until it is reached. Every operation is O(1) amortised.
 */
interface AcceptedTimes {
  /** Removes what is `windowMs` old or older at `nowMs`. */
  expire(nowMs: number, windowMs: number): void
  add(atMs: number): void
  /** What is inside, seen from `nowMs`. */
  live(nowMs: number): SlidingWindow
}

const acceptedTimes = (): AcceptedTimes => {
  let ring = new Float64Array(FIRST_CAPACITY)
  let head = 0
  let count = 0
  const at = (index: number): number => ring[(head + index) % ring.length] ?? 0

  const grow = (): void => {
    const larger = new Float64Array(ring.length * 2)
    for (let index = 0; index < count; index += 1) larger[index] = at(index)
    ring = larger
    head = 0
  }

  return {
    expire(nowMs, windowMs) {
      while (count > 0 && at(0) <= nowMs - windowMs) {
        head = (head + 1) % ring.length
        count -= 1
      }
    },
    add(atMs) {
      if (count === ring.length) grow()
      ring[(head + count) % ring.length] = atMs
      count += 1
    },
    live: (nowMs) => ({ count, ageMs: (index) => nowMs - at(index) }),
  }
}

interface MemoryRateLimiter extends RateLimiter, LocalRateCounter {
  /** Buckets in memory, for tests and metrics. */
  size(): number
}

interface MemoryRateLimiterOptions {
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs?: () => number
  /** Above this many buckets the limiter evicts those used longest ago, even if they still count. */
  readonly maxBuckets?: number
}

/** Counts within this process. Memory is bounded by the buckets used in the last two windows and by `maxBuckets`. */
export const memoryRateLimiter = (options: MemoryRateLimiterOptions = {}): MemoryRateLimiter => {
  const { monotonicMs = () => performance.now(), maxBuckets = 200_000 } = options
  const buckets = rotatingMap<AcceptedTimes>(maxBuckets)
  let longestWindowMs = 0

  const live = (take: RateLimit, nowMs: number): AcceptedTimes => {
    longestWindowMs = Math.max(longestWindowMs, take.windowMs)
    buckets.rotate(nowMs, longestWindowMs)
    let times = buckets.get(take.bucket)
    if (times === undefined) {
      times = acceptedTimes()
      buckets.set(take.bucket, times)
    }
    times.expire(nowMs, take.windowMs)
    return times
  }

  const decide = (take: RateLimit, nowMs: number): RateVerdict => {
    const verdict = decideRate(take, live(take, nowMs).live(nowMs))
    return take.narrower === undefined ? verdict : joinVerdicts(verdict, decide(take.narrower, nowMs))
  }

  const add = (take: RateLimit, nowMs: number): void => {
    live(take, nowMs).add(nowMs)
    if (take.narrower !== undefined) add(take.narrower, nowMs)
  }

  return {
    take(take) {
      const nowMs = monotonicMs()
      const verdict = decide(take, nowMs)
      if (verdict.allowed) add(take, nowMs)
      return verdict
    },
    peek: (take) => decide(take, monotonicMs()),
    note: (take) => add(take, monotonicMs()),
    size: () => buckets.size(),
  }
}
