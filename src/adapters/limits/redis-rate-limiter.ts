import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { RateLimiter, RateTake } from '../../application/ports/rate-limiter.ts'
import { rateVerdict, type RateVerdict } from '../../domain/limits/rate-limit.ts'
import { RATE_LIMIT_SCRIPT } from './rate-limit-script.ts'

const SCRIPT_SHA1 = createHash('sha1').update(RATE_LIMIT_SCRIPT).digest('hex')

/**
 * Counts in Redis, so that all instances share each bucket. Unlike the port it rejects when Redis does not answer:
 * put a fallback in front of it. Needs a connection made by `openLimitsRedis`.
 */
export const redisRateLimiter = (redis: Redis, keyPrefix = 'gateway:rate:'): RateLimiter => {
  const run = async (take: RateTake): Promise<unknown> => {
    const parameters = [`${keyPrefix}${take.bucket}`, take.limit, take.windowMs] as const
    try {
      return await redis.evalsha(SCRIPT_SHA1, 1, ...parameters)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return redis.eval(RATE_LIMIT_SCRIPT, 1, ...parameters)
    }
  }
  return { take: async take => verdictOf(take, await run(take)) }
}

const verdictOf = (take: RateTake, reply: unknown): RateVerdict => {
  if (!Array.isArray(reply)) throw new TypeError('the rate limit script did not answer with a list')
  const [allowed, inside, freesInMicroseconds] = reply.map(Number)
  if (allowed === undefined || inside === undefined || freesInMicroseconds === undefined) {
    throw new TypeError('the rate limit script answered with too short a list')
  }
  return rateVerdict(take, allowed === 1, inside, freesInMicroseconds / 1000)
}
