import type { RateRule, RateVerdict } from '../../domain/limits/rate-limit.ts'

/** One request that asks to be let in. `bucket` names who is counted, e.g. `account:<id>` or `ip:<address>`. */
export interface RateTake extends RateRule {
  readonly bucket: string
}

/**
 * Counts accepted requests in a sliding window. At no moment have more than `limit` requests of a bucket been
 * accepted within the last `windowMs`; refused requests are not counted. A bucket keeps one window length for
 * its whole life; its limit may change from call to call. Never rejects because a shared counter is unreachable.
 */
export interface RateLimiter {
  take(take: RateTake): Promise<RateVerdict>
}
