import type { Redis } from 'ioredis'
import { memoryRateLimiter } from '../../../src/adapters/limits/memory-rate-limiter.ts'
import { redisRateLimiter } from '../../../src/adapters/limits/redis-rate-limiter.ts'
import { findRedis, leaveOut } from '../../support/servers/redis.ts'
import type { TestRedis } from '../../support/servers/redis.ts'
import { twoLimitsClients } from '../../support/servers/two-limits-clients.ts'
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
    ;[one, two] = await twoLimitsClients(server.url)
  })

  after(async () => {
    one.disconnect()
    two.disconnect()
    await server.close()
  })

  rateLimiterContract(() => {
    // Redis' own clock cannot be moved, so that what it accepted is moved into the past instead.
    const pass = async (ms: number): Promise<void> => {
      for (const bucket of await one.keys(`${prefix}*`)) {
        for (const [index, acceptedAt] of (await one.lrange(bucket, 0, -1)).entries()) {
          await one.lset(bucket, index, String(Number(acceptedAt) - ms * 1000))
        }
      }
    }
    // A long timeout: on a busy machine Redis may take longer than a request waits for it.
    return {
      limiter: redisRateLimiter(one, { keyPrefix: prefix, timeoutMs: 60_000 }),
      other: redisRateLimiter(two, { keyPrefix: prefix, timeoutMs: 60_000 }),
      pass,
      windowMs: 60_000,
    }
  })
}

const redis = await findRedis()
if (redis === null) leaveOut('rate limiter contract: Redis')
else describe('rate limiter contract: Redis', () => redisSuite(redis))
