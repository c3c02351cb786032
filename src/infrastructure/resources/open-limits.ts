import { fallbackRateLimiter } from '../../adapters/limits/fallback-rate-limiter.ts'
import { fallbackTokenLimiter } from '../../adapters/limits/fallback-token-limiter.ts'
import { memoryRateLimiter } from '../../adapters/limits/memory-rate-limiter.ts'
import { memoryTokenLimiter } from '../../adapters/limits/memory-token-limiter.ts'
import { databaseRefusal, openLimitsRedis } from '../../adapters/limits/open-limits-redis.ts'
import { redisRateLimiter } from '../../adapters/limits/redis-rate-limiter.ts'
import { redisTokenLimiter } from '../../adapters/limits/redis-token-limiter.ts'
import type { RateLimiter } from '../../application/ports/process/rate-limiter.ts'
import type { TokenLimiter } from '../../application/ports/process/token-limiter.ts'
import { failureFacts } from '../failures/failure-facts.ts'
import { StartRefused } from '../failures/start-refused.ts'
import type { Log } from '../observability/logging.ts'

interface OpenLimits {
  readonly limiter: RateLimiter
  readonly tokenLimiter: TokenLimiter
  /** How requests are counted now, for `/v1/health`. */
  readonly mode: () => string
  close(): void
}

/**
 * Counts requests in Redis where there is one, by itself where there is none or while it is away. A request waits
 * `redisTimeoutMs` for Redis before this process counts by itself. Refuses to start where Redis does not have the
 * database of the URL; a Redis that is away at the start and then does not have it stays unused.
 */
export const openLimits = async (redisUrl: string | null, log: Log, redisTimeoutMs?: number): Promise<OpenLimits> => {
  const memory = memoryRateLimiter()
  const memoryTokens = memoryTokenLimiter()
  if (redisUrl === null)
    return { limiter: memory, tokenLimiter: memoryTokens, mode: () => 'memory', close: () => undefined }
  const redisHost = new URL(redisUrl).host
  let isAway = false
  const noteAway = (reason: string): void => {
    if (isAway) return
    isAway = true
    log.warn({ redis: redisHost, reason }, 'Redis (REDIS_URL) does not answer: this process counts requests by itself')
  }
  const noteBack = (): void => {
    if (isAway) log.info({ redis: redisHost }, 'Redis (REDIS_URL) answers again and counts requests for all processes')
    isAway = false
  }
  const redis = openLimitsRedis(redisUrl, (error) => noteAway(failureFacts(error).message))
  redis.on('ready', noteBack)
  const refusal = await databaseRefusal(redis)
  if (refusal !== null) {
    redis.disconnect()
    throw new StartRefused(
      `Redis (REDIS_URL, ${redisHost}) refuses database ${redis.options.db} (${refusal}): name one that it has`,
    )
  }
  const limiter = fallbackRateLimiter({
    shared: redisRateLimiter(redis, { timeoutMs: redisTimeoutMs }),
    memory,
    onModeChange: (mode, reason) => (mode === 'memory' ? noteAway(reason) : noteBack()),
  })
  const tokenLimiter = fallbackTokenLimiter({
    shared: redisTokenLimiter(redis, { timeoutMs: redisTimeoutMs }),
    memory: memoryTokens,
  })
  return {
    limiter,
    tokenLimiter,
    mode: () => (limiter.mode() === 'shared' && !isAway ? 'redis' : 'memory (redis unreachable)'),
    close: () => redis.disconnect(),
  }
}
