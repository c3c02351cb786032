import { expect } from 'chai'
import { Redis } from 'ioredis'
import { fallbackRateLimiter } from '../../../src/adapters/limits/fallback-rate-limiter.ts'
import { memoryRateLimiter } from '../../../src/adapters/limits/memory-rate-limiter.ts'
import { openLimitsRedis } from '../../../src/adapters/limits/open-limits-redis.ts'
import { redisRateLimiter } from '../../../src/adapters/limits/redis-rate-limiter.ts'
import { fullestWindow } from '../../contract/process/rate-limiter.ts'
import { eventually } from '../../support/eventually.ts'
import { leaveOut, startRedis } from '../../support/servers/redis.ts'
import type { OwnRedis } from '../../support/servers/redis.ts'

const ignore = (): void => undefined
/** Longer than a test may take: what ends all the same was not ended by this. */
const NEVER_MS = 600_000

const ownRedis = async (): Promise<OwnRedis> => {
  const server = await startRedis()
  if (server === null) throw new Error('redis-server did not start')
  return server
}

const NAME = 'Redis rate limiter, with a Redis of its own'

const suite = (): void => {
  it('keeps the limit in every window while time passes, over two clients', async () => {
    const server = await ownRedis()
    const clients = [0, 1].map(() => openLimitsRedis(server.url, ignore))
    const watcher = await new Redis(server.url, { lazyConnect: true }).monitor()
    try {
      await eventually(() => clients.every((client) => client.status === 'ready'))
      const [limit, windowMs] = [20, 300]
      const acceptedAt: number[] = []
      watcher.on('monitor', (_at: string, [command, , time]: readonly string[]) => {
        if (command?.toLowerCase() === 'rpush') acceptedAt.push(Number(time))
      })
      const count = { accepted: 0, refused: 0 }
      const run = async (client: Redis): Promise<void> => {
        const limiter = redisRateLimiter(client, { timeoutMs: NEVER_MS })
        while (count.accepted < 5 * limit || count.refused === 0) {
          const { allowed } = await limiter.take({ bucket: 'b', limit, windowMs })
          count[allowed ? 'accepted' : 'refused'] += 1
        }
      }
      await Promise.all([...clients, ...clients].map(run))
      await eventually(() => acceptedAt.length === count.accepted)
      expect(fullestWindow(acceptedAt, windowMs * 1000)).to.equal(limit)
    } finally {
      for (const client of [watcher, ...clients]) client.disconnect()
      await server.close()
    }
  })

  it('fails at once, not after a time, when Redis dies, and recovers by itself, script and all', async () => {
    const server = await ownRedis()
    const client = openLimitsRedis(server.url, ignore)
    const limiter = fallbackRateLimiter({
      shared: redisRateLimiter(client, { timeoutMs: NEVER_MS }),
      memory: memoryRateLimiter(),
      retryAfterMs: 50,
    })
    const take = { bucket: 'b', limit: 1000, windowMs: 60_000 }
    try {
      await eventually(() => client.status === 'ready')
      await limiter.take(take)
      expect(limiter.mode()).to.equal('shared')

      await server.close()
      for (let request = 0; request < 20; request += 1) expect((await limiter.take(take)).allowed).to.equal(true)
      expect(limiter.mode()).to.equal('memory')

      const again = await startRedis(server.port)
      try {
        await eventually(async () => {
          await limiter.take({ ...take, bucket: 'other', limit: 100_000 })
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

  it('makes one request wait for a Redis that hangs, the others not, and comes back when it does', async () => {
    const server = await ownRedis()
    const client = openLimitsRedis(server.url, ignore)
    const shared = redisRateLimiter(client, { timeoutMs: 1_000 })
    const time = { nowMs: 0, asked: 0 }
    const monotonicMs = (): number => time.nowMs
    const limiter = fallbackRateLimiter({
      shared: {
        take: (wanted) => {
          time.asked += 1
          return shared.take(wanted)
        },
      },
      memory: memoryRateLimiter({ monotonicMs }),
      monotonicMs,
      retryAfterMs: 300,
    })
    try {
      await eventually(() => client.status === 'ready')
      const take = { bucket: 'b', limit: 10, windowMs: 60_000 }
      await limiter.take(take)
      server.freeze()
      time.nowMs = 300
      expect((await limiter.take(take)).allowed).to.equal(true)
      expect([limiter.mode(), time.asked]).to.deep.equal(['memory', 2])
      for (let request = 0; request < 8; request += 1) expect((await limiter.take(take)).allowed).to.equal(true)
      expect((await limiter.take(take)).allowed, 'no second window').to.equal(false)
      expect(time.asked, 'the others do not wait').to.equal(2)
      server.thaw()
      await eventually(async () => {
        time.nowMs += 300
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
