import { fallbackRateLimiter } from '../adapters/limits/fallback-rate-limiter.ts'
import { memoryRateLimiter } from '../adapters/limits/memory-rate-limiter.ts'
import { openLimitsRedis } from '../adapters/limits/open-limits-redis.ts'
import { redisRateLimiter } from '../adapters/limits/redis-rate-limiter.ts'
import type { RateLimiter } from '../application/ports/rate-limiter.ts'
import type { Log } from './logging.ts'

export interface OpenLimits {
  readonly limiter: RateLimiter
  /** How requests are counted now, for `/v1/health`. */
  readonly mode: () => string
  close(): void
}

/** Counts requests in Redis where there is one, by itself where there is none or while it is away. */
export const openLimits = (redisUrl: string | null, log: Log): OpenLimits => {
  const memory = memoryRateLimiter()
  if (redisUrl === null) return { limiter: memory, mode: () => 'memory', close: () => undefined }
  const redis = openLimitsRedis(redisUrl, (err) => log.debug({ err }, 'the connection to Redis broke'))
  const limiter = fallbackRateLimiter({
    shared: redisRateLimiter(redis),
    memory,
    onModeChange: (mode) => log.warn({ mode }, 'requests are counted in another place now'),
  })
  return {
    limiter,
    mode: () => (limiter.mode() === 'shared' ? 'redis' : 'memory (redis unreachable)'),
    close: () => redis.disconnect(),
  }
}
