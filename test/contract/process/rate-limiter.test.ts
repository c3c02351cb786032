import type { Redis } from 'ioredis'
import { memoryRateLimiter } from '../../../src/adapters/limits/memory-rate-limiter.ts'
import { openLimitsRedis } from '../../../src/adapters/limits/open-limits-redis.ts'
import { redisRateLimiter } from '../../../src/adapters/limits/redis-rate-limiter.ts'
import { findRedis, leaveOut } from '../../support/servers/redis.ts'
import type { TestRedis } from '../../support/servers/redis.ts'
import { rateLimiterContract } from './rate-limiter.ts'

describe('rate limiter contract: memory', () => {
  rateLimiterContract(() => {
    let nowMs = 0
    const limiter = memoryRateLimiter({ monotonicMs: () => nowMs })
    const pass = async (ms: number): Promise<void> => {
      nowMs += ms
      return Promise.resolve()
    }
    return { limiter, other: limiter, pass, windowMs: 60_000 }
  })
})

const redisSuite = (server: TestRedis): void => {
  const prefix = `test:rate:${process.pid}:`
  let one: Redis
  let two: Redis

  before(async () => {
    one = openLimitsRedis(server.url, () => undefined)
    two = openLimitsRedis(server.url, () => undefined)
    await Promise.all([untilReady(one), untilReady(two)])
  })

  after(async () => {
    one.disconnect()
    two.disconnect()
    await server.close()
  })

  rateLimiterContract(() => {
    const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
    return { limiter: redisRateLimiter(one, prefix), other: redisRateLimiter(two, prefix), pass, windowMs: 1000 }
  })
}

const untilReady = async (redis: Redis): Promise<void> => {
  if (redis.status !== 'ready') await new Promise<void>((resolve) => void redis.once('ready', resolve))
}

const redis = await findRedis()
if (redis === null) leaveOut('rate limiter contract: Redis')
else describe('rate limiter contract: Redis', () => redisSuite(redis))
