import type { LocalRateCounter, RateLimiter } from '../../application/ports/process/rate-limiter.ts'
import { decideRate } from '../../domain/limits/rate-limit.ts'
import type { RateLimit, SlidingWindow } from '../../domain/limits/rate-limit.ts'

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

interface RotatingMap<A> {
  get(name: string): A | undefined
  set(name: string, value: A): void
  /** Starts a new generation when this one is old or full. Call it before `get`. */
  rotate(nowMs: number, lifeMs: number): void
  size(): number
}

/**
 * A map that evicts what was not used for one to two lives, without looking for it: what is used moves to the young
 * generation, and a rotation drops the old one whole. (A Map in order of use, by deletion and insertion, walks over its
 * own holes: 22 µs a call with 50,000 buckets, against under one here.) It holds `maxEntries` at most; past that it
 * evicts early what was used longest ago.
 */
const rotatingMap = <A>(maxEntries: number): RotatingMap<A> => {
  let young = new Map<string, A>()
  let old = new Map<string, A>()
  let bornMs = 0

  return {
    get(name) {
      const found = young.get(name)
      if (found !== undefined) return found
      const aged = old.get(name)
      if (aged !== undefined) {
        old.delete(name)
        young.set(name, aged)
      }
      return aged
    },
    set: (name, value) => void young.set(name, value),
    rotate(nowMs, lifeMs) {
      if (nowMs - bornMs <= lifeMs && young.size < maxEntries / 2) return
      old = young
      young = new Map()
      bornMs = nowMs
    },
    size: () => young.size + old.size,
  }
}

export interface MemoryRateLimiter extends RateLimiter, LocalRateCounter {
  /** Buckets in memory, for tests and metrics. */
  size(): number
}

interface MemoryRateLimiterOptions {
  /** A clock that never runs backwards, in milliseconds. */
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
