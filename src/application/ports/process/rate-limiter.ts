import type { RateLimit, RateVerdict } from '../../../domain/limits/rate-limit.ts'
import type { NowOrLater } from '../../now-or-later.ts'

/**
 * Counts accepted requests in a sliding window. At no moment have more than `limit` requests of a bucket been
 * accepted within the last `windowMs`; refused requests are not counted. A bucket keeps one window length for
 * its whole life; its limit may change from call to call. Never rejects because a shared counter is unreachable.
 */
export interface RateLimiter {
  take(take: RateLimit): NowOrLater<RateVerdict>
}

/** Counts within this process, at once and without a promise. Its user notes what it counts. */
export interface LocalRateCounter {
  /** The verdict of a `take` at this moment. It counts nothing. */
  peek(take: RateLimit): RateVerdict
  note(take: RateLimit): void
}
