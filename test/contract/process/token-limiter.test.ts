import type { Redis } from 'ioredis'
import { memoryTokenLimiter } from '../../../src/adapters/limits/memory-token-limiter.ts'
import { redisTokenLimiter } from '../../../src/adapters/limits/redis-token-limiter.ts'
import { findRedis, leaveOut } from '../../support/servers/redis.ts'
import type { TestRedis } from '../../support/servers/redis.ts'
import { twoLimitsClients } from '../../support/servers/two-limits-clients.ts'
import { tokenLimiterContract } from './token-limiter.ts'

describe('token limiter contract: memory', () => {
  tokenLimiterContract(() => {
    let nowMs = 0
    const limiter = memoryTokenLimiter({ monotonicMs: () => nowMs })
    const pass = async (ms: number): Promise<void> => {
      nowMs += ms
      return Promise.resolve()
    }
    return { limiter, other: limiter, pass }
  })
})

const redisSuite = (server: TestRedis): void => {
  const prefix = `test:tokens:${process.pid}:`
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

  tokenLimiterContract(() => {
    // Redis' own clock cannot be moved, so that what it accepted is moved into the past instead.
    const pass = async (ms: number): Promise<void> => {
      for (const bucket of await one.keys(`${prefix}*:times`)) {
        for (const operationId of await one.zrange(bucket, '0', '-1')) {
          await one.zincrby(bucket, -ms * 1000, operationId)
        }
      }
    }
    // A long timeout: on a busy machine Redis may take longer than a request waits for it.
    return {
      limiter: redisTokenLimiter(one, { keyPrefix: prefix, timeoutMs: 60_000 }),
      other: redisTokenLimiter(two, { keyPrefix: prefix, timeoutMs: 60_000 }),
      pass,
    }
  })
}

const redis = await findRedis()
if (redis === null) leaveOut('token limiter contract: Redis')
else describe('token limiter contract: Redis', () => redisSuite(redis))
