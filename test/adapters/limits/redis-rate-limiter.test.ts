import { expect } from 'chai'
import { Redis } from 'ioredis'
import { fallbackRateLimiter } from '../../../src/adapters/limits/fallback-rate-limiter.ts'
import { memoryRateLimiter } from '../../../src/adapters/limits/memory-rate-limiter.ts'
import { openLimitsRedis } from '../../../src/adapters/limits/open-limits-redis.ts'
import { redisRateLimiter } from '../../../src/adapters/limits/redis-rate-limiter.ts'
import { fullestWindow } from '../../contract/process/rate-limiter.ts'
import { leaveOut, startRedis } from '../../support/servers/redis.ts'
import type { OwnRedis } from '../../support/servers/redis.ts'

const ignore = (): void => undefined
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const ownRedis = async (): Promise<OwnRedis> => {
  const server = await startRedis()
  if (server === null) throw new Error('redis-server did not start')
  return server
}

const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
  const deadlineMs = performance.now() + 8000
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error('it never came true')
    await after(20)
  }
}

const NAME = 'Redis rate limiter, with a Redis of its own'

const suite = (): void => {
  it('keeps the limit in every window while time passes, over two clients', async () => {
    const server = await ownRedis()
    const clients = [0, 1].map(() => openLimitsRedis(server.url, ignore))
    try {
      await until(() => clients.every((client) => client.status === 'ready'))
      const limiters = clients.map((client) => redisRateLimiter(client))
      const windowMs = 300
      const startedMs = performance.now()
      const run = async (limiter: ReturnType<typeof redisRateLimiter>): Promise<void> => {
        while (performance.now() - startedMs < 1500) await limiter.take({ bucket: 'b', limit: 20, windowMs })
      }
      const watcher = new Redis(server.url)
      const seen = new Set<number>()
      const watch = (async () => {
        while (performance.now() - startedMs < 1500) {
          for (const at of await watcher.lrange('gateway:rate:b', 0, -1)) seen.add(Number(at))
          await after(10)
        }
      })()
      await Promise.all([...limiters.flatMap((limiter) => [run(limiter), run(limiter)]), watch])
      watcher.disconnect()
      const accepted = [...seen].toSorted((a, b) => a - b)
      expect(fullestWindow(accepted, windowMs * 1000)).to.equal(20)
      expect(accepted.length, 'five windows in 1.5 s').to.be.within(80, 120)
    } finally {
      clients.forEach((client) => client.disconnect())
      await server.close()
    }
  })

  it('falls back within 150 ms when Redis dies, and recovers by itself, script and all', async () => {
    const server = await ownRedis()
    const client = openLimitsRedis(server.url, ignore)
    const limiter = fallbackRateLimiter({
      shared: redisRateLimiter(client),
      memory: memoryRateLimiter(),
      retryAfterMs: 50,
    })
    const take = { bucket: 'b', limit: 1000, windowMs: 60_000 }
    try {
      await until(() => client.status === 'ready')
      await limiter.take(take)
      expect(limiter.mode()).to.equal('shared')

      await server.close()
      for (let request = 0; request < 20; request += 1) {
        const startedMs = performance.now()
        expect((await limiter.take(take)).allowed).to.equal(true)
        expect(performance.now() - startedMs).to.be.below(150)
      }
      expect(limiter.mode()).to.equal('memory')

      const again = await startRedis(server.port)
      try {
        await until(async () => {
          await limiter.take(take)
          return limiter.mode() === 'shared'
        })
      } finally {
        await again?.close()
      }
    } finally {
      client.disconnect()
      await server.close()
    }
  })

  it('falls back within 150 ms when Redis hangs, and comes back when it does', async () => {
    const server = await ownRedis()
    const client = openLimitsRedis(server.url, ignore)
    const limiter = fallbackRateLimiter({
      shared: redisRateLimiter(client),
      memory: memoryRateLimiter(),
      retryAfterMs: 300,
    })
    try {
      await until(() => client.status === 'ready')
      const take = { bucket: 'b', limit: 10, windowMs: 60_000 }
      await limiter.take(take)
      server.freeze()
      const startedMs = performance.now()
      expect((await limiter.take(take)).allowed).to.equal(true)
      expect(performance.now() - startedMs).to.be.below(150)
      expect(limiter.mode()).to.equal('memory')
      const restMs = performance.now()
      for (let request = 0; request < 8; request += 1) await limiter.take(take)
      expect(performance.now() - restMs, 'the others do not wait').to.be.below(50)
      expect((await limiter.take(take)).allowed, 'no second window').to.equal(false)
      server.thaw()
      await until(async () => {
        await limiter.take({ ...take, bucket: 'other', limit: 1000 })
        return limiter.mode() === 'shared'
      })
    } finally {
      client.disconnect()
      await server.close()
    }
  })
}

const probe = await startRedis()
await probe?.close()
if (probe === null) leaveOut(NAME)
else describe(NAME, suite)
