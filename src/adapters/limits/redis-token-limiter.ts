import type { Redis } from 'ioredis'
import type { TokenLimiter } from '../../application/ports/process/token-limiter.ts'
import { acceptance } from '../../domain/limits/rate-limit.ts'
import type { RateVerdict } from '../../domain/limits/rate-limit.ts'
import { refusedTokens } from '../../domain/limits/token-limit.ts'
import type { TokenTake } from '../../domain/limits/token-limit.ts'
import { answeredWithin } from './answered-within.ts'
import type { RedisRateLimiterOptions } from './redis-rate-limiter.ts'
import { scriptOf } from './run-script.ts'
import { CORRECT_TOKENS_SCRIPT, TAKE_TOKENS_SCRIPT } from './token-limit-script.ts'

const takeTokens = scriptOf(TAKE_TOKENS_SCRIPT)
const correctTokens = scriptOf(CORRECT_TOKENS_SCRIPT)

/**
 * Counts in Redis, so that all instances share each bucket. Unlike the port it rejects when Redis does not answer in
 * time: put a fallback in front of it. Needs a connection made by `openLimitsRedis`.
 */
export const redisTokenLimiter = (redis: Redis, options: RedisRateLimiterOptions = {}): TokenLimiter => {
  const { timeoutMs = 100, keyPrefix = 'gateway:tokens:' } = options
  const keysOf = ({ bucket }: TokenTake): readonly string[] => [
    `${keyPrefix}{${bucket}}:times`,
    `${keyPrefix}{${bucket}}:counts`,
  ]
  return {
    take: async (take) => {
      const { operationId, tokens, limit, windowMs } = take
      const asked = takeTokens(redis, { keys: keysOf(take), parameters: [operationId, tokens, limit, windowMs] })
      return verdictOf(take, await answeredWithin(asked, timeoutMs))
    },
    correct: async (take) => {
      const parameters = [take.operationId, take.tokens]
      await answeredWithin(correctTokens(redis, { keys: keysOf(take), parameters }), timeoutMs)
    },
  }
}

const verdictOf = (take: TokenTake, reply: unknown): RateVerdict => {
  const [allowed, inside, freeUs, resetUs] = (Array.isArray(reply) ? reply : []).map(Number)
  if (allowed === 1 && inside !== undefined) return acceptance(take, inside)
  if (allowed === 0 && inside !== undefined && freeUs !== undefined && resetUs !== undefined) {
    return refusedTokens(take, { inside, freeInMs: freeUs / 1000, resetMs: resetUs / 1000 })
  }
  throw new TypeError('the script of the token limit gave an answer it does not have')
}
