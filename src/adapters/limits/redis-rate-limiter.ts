import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { RateLimiter } from '../../application/ports/process/rate-limiter.ts'
import { acceptance, refusal } from '../../domain/limits/rate-limit.ts'
import type { RateLimit, RateVerdict } from '../../domain/limits/rate-limit.ts'
import { RATE_LIMIT_SCRIPT } from './rate-limit-script.ts'

const SCRIPT_SHA1 = createHash('sha1').update(RATE_LIMIT_SCRIPT).digest('hex')

/**
 * Counts in Redis, so that all instances share each bucket. Unlike the port it rejects when Redis does not answer:
 * put a fallback in front of it. Needs a connection made by `openLimitsRedis`.
 */
export const redisRateLimiter = (redis: Redis, keyPrefix = 'gateway:rate:'): RateLimiter => {
  const run = async (take: RateLimit): Promise<unknown> => {
    const parameters = [`${keyPrefix}${take.bucket}`, take.limit, take.windowMs] as const
    try {
      return await redis.evalsha(SCRIPT_SHA1, 1, ...parameters)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return redis.eval(RATE_LIMIT_SCRIPT, 1, ...parameters)
    }
  }
  return { take: async (take) => verdictOf(take, await run(take)) }
}

const verdictOf = (take: RateLimit, reply: unknown): RateVerdict => {
  const numbers: readonly unknown[] = Array.isArray(reply) ? reply : []
  const [allowed, first, second] = numbers.map(Number)
  if (allowed === 1 && first !== undefined) return acceptance(take, first)
  if (allowed === 0 && first !== undefined && second !== undefined) return refusal(take, first / 1000, second / 1000)
  throw new TypeError('the rate limit script gave an answer it does not have')
}
