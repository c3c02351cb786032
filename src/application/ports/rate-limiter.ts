import type { RateTake, RateVerdict } from '../../domain/limits/rate-limit.ts'

/**
 * Counts accepted requests in a sliding window. At no moment have more than `limit` requests of a bucket been
 * accepted within the last `windowMs`; refused requests are not counted. A bucket keeps one window length for
 * its whole life; its limit may change from call to call. Never rejects because a shared counter is unreachable.
 */
export interface RateLimiter {
  take(take: RateTake): Promise<RateVerdict>
}

/** Counts within this process, at once and without a promise. What it counts is noted by its user. */
export interface LocalRateCounter {
  /** What a `take` would answer now; counts nothing. */
  peek(take: RateTake): RateVerdict
  note(take: RateTake): void
}
