import type { Redis } from 'ioredis'
import type { RateLimiter } from '../../application/ports/process/rate-limiter.ts'
import { acceptance, joinVerdicts, refusal } from '../../domain/limits/rate-limit.ts'
import type { RateLimit, RateVerdict } from '../../domain/limits/rate-limit.ts'
import { answeredWithin } from './answered-within.ts'
import { RATE_LIMIT_SCRIPT } from './rate-limit-script.ts'
import { scriptOf } from './run-script.ts'

const runRateLimit = scriptOf(RATE_LIMIT_SCRIPT)

export interface RedisRateLimiterOptions {
  /** How long a request may wait for Redis; 100 ms unless given. */
  readonly timeoutMs?: number | undefined
  readonly keyPrefix?: string
}

/**
 * Counts in Redis, so that all instances share each bucket. Unlike the port it rejects when Redis does not answer in
 * time: put a fallback in front of it. Needs a connection made by `openLimitsRedis`.
 */
export const redisRateLimiter = (redis: Redis, options: RedisRateLimiterOptions = {}): RateLimiter => {
  const { timeoutMs = 100, keyPrefix = 'gateway:rate:' } = options
  const run = (take: RateLimit): Promise<unknown> => {
    const limits = take.narrower === undefined ? [take] : [take, take.narrower]
    const keys = limits.map(({ bucket }) => `${keyPrefix}${bucket}`)
    return runRateLimit(redis, { keys, parameters: limits.flatMap(({ limit, windowMs }) => [limit, windowMs]) })
  }
  return { take: async (take) => verdictOf(take, await answeredWithin(run(take), timeoutMs)) }
}

const verdictOf = (take: RateLimit, reply: unknown): RateVerdict => {
  const numbers = (Array.isArray(reply) ? reply : []).map(Number)
  const verdict = verdictOfBucket(take, numbers.slice(0, 3))
  return take.narrower === undefined ? verdict : joinVerdicts(verdict, verdictOfBucket(take.narrower, numbers.slice(3)))
}

const verdictOfBucket = (take: RateLimit, [allowed, first, second]: readonly number[]): RateVerdict => {
  if (allowed === 1 && first !== undefined) return acceptance(take, first)
  if (allowed === 0 && first !== undefined && second !== undefined) return refusal(take, first / 1000, second / 1000)
  throw new TypeError('the rate limit script gave an answer it does not have')
}
