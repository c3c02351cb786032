import { Redis } from 'ioredis'
import { expect } from 'chai'
import type { InvalidationScope } from '../../../src/adapters/cache/invalidatable-cache.ts'
import { redisInvalidation } from '../../../src/adapters/cache/redis-invalidation.ts'
import type { RedisInvalidation } from '../../../src/adapters/cache/redis-invalidation.ts'
import { eventually } from '../../support/eventually.ts'
import { leaveOut, startRedis } from '../../support/servers/redis.ts'
import type { OwnRedis } from '../../support/servers/redis.ts'
import { timed } from '../../support/timed.ts'

interface Instance {
  readonly invalidation: RedisInvalidation
  readonly invalidated: InvalidationScope[]
  /** How often it has begun anew. */
  beginnings(): number
}

const openInstance = (url: string): Instance => {
  const invalidated: InvalidationScope[] = []
  const cache = { invalidate: (what: InvalidationScope) => void invalidated.push(what) }
  return {
    invalidated,
    invalidation: redisInvalidation(url, [cache], () => undefined),
    beginnings: () => invalidated.filter(({ tag }) => tag === 'everything').length,
  }
}

const NAME = 'invalidation over Redis'

const KEY = { tag: 'api_key', id: 'key-1' } as const

const suite = (): void => {
  let server: OwnRedis
  let one: Instance
  let two: Instance

  beforeEach(async () => {
    const started = await startRedis()
    if (started === null) throw new Error('redis-server did not start')
    server = started
    ;[one, two] = [openInstance(server.url), openInstance(server.url)]
    await eventually(() => one.beginnings() === 1 && two.beginnings() === 1)
  })
  afterEach(async () => {
    one.invalidation.close()
    two.invalidation.close()
    await server.close()
  })

  it('reaches this instance before announcing returns, and the other soon after', async () => {
    const announced = one.invalidation.announce(KEY)
    expect(one.invalidated).to.deep.include(KEY)
    expect(await announced).to.equal(1)
    await eventually(() => two.invalidated.some(({ tag }) => tag === 'api_key'))
    expect(two.invalidated).to.deep.include(KEY)
  })

  it('tells that no other process has heard, from the first announcement of a process that has just begun', async () => {
    one.invalidation.close()
    two.invalidation.close()
    const own = await startRedis()
    const alone = openInstance(own?.url ?? '')
    expect(await alone.invalidation.announce(KEY)).to.equal(0)
    alone.invalidation.close()
    await own?.close()
  })

  it('makes an instance invalidate everything when it could have missed an announcement', async () => {
    await server.close()
    // Returns although Redis comes back only after it.
    await one.invalidation.announce(KEY)
    const again = await startRedis(server.port)
    if (again === null) throw new Error('redis-server did not start again')
    try {
      await eventually(() => one.beginnings() >= 2 && two.beginnings() >= 2)
      await one.invalidation.announce({ tag: 'user', id: 'user-1' })
      await eventually(() => two.invalidated.some(({ tag }) => tag === 'user'))
    } finally {
      await again.close()
    }
  })

  it('gives a Redis that hangs half a second, and stops waiting before it answers', async () => {
    server.freeze()
    const { ms } = await timed(() => one.invalidation.announce(KEY))
    expect(ms).to.be.at.least(400)
    server.thaw()
  })

  it('does not stumble over what it does not understand', async () => {
    const publisher = new Redis(server.url)
    for (const text of ['', 'x', 'null', '{}', '{"tag":"everything","id":"x"}', '{"tag":"user","id":7}']) {
      await publisher.publish('gateway:invalidation', text)
    }
    await publisher.publish('gateway:invalidation', '{"tag":"user","id":"user-2"}')
    publisher.disconnect()
    await eventually(() => two.invalidated.some(({ tag }) => tag === 'user'))
    expect(two.invalidated).to.deep.equal([{ tag: 'everything' }, { tag: 'user', id: 'user-2' }])
  })
}

const probe = await startRedis()
if (probe === null) leaveOut(NAME)
else describe(NAME, suite)
await probe?.close()
