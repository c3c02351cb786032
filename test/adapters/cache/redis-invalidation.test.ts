import { Redis } from 'ioredis'
import { expect } from 'chai'
import type { Forgotten } from '../../../src/adapters/cache/forgetting-cache.ts'
import { type RedisInvalidation, redisInvalidation } from '../../../src/adapters/cache/redis-invalidation.ts'
import { eventually } from '../../support/eventually.ts'
import { leaveOut, type OwnRedis, startRedis } from '../../support/redis.ts'

interface Instance {
  readonly invalidation: RedisInvalidation
  readonly forgotten: Forgotten[]
  /** How often it has begun anew. */
  beginnings(): number
}

const openInstance = (url: string): Instance => {
  const forgotten: Forgotten[] = []
  const cache = { forget: (what: Forgotten) => void forgotten.push(what) }
  return {
    forgotten,
    invalidation: redisInvalidation(url, [cache], () => undefined),
    beginnings: () => forgotten.filter(({ tag }) => tag === 'everything').length,
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
    expect(one.forgotten).to.deep.include(KEY)
    await announced
    await eventually(() => two.forgotten.some(({ tag }) => tag === 'api_key'))
    expect(two.forgotten).to.deep.include(KEY)
  })

  it('makes an instance forget everything when it could have missed something', async () => {
    await server.close()
    const startedMs = performance.now()
    await one.invalidation.announce(KEY)
    expect(performance.now() - startedMs, 'announcing into the void').to.be.below(600)
    const again = await startRedis(server.port)
    if (again === null) throw new Error('redis-server did not start again')
    try {
      await eventually(() => one.beginnings() >= 2 && two.beginnings() >= 2)
      await one.invalidation.announce({ tag: 'user', id: 'user-1' })
      await eventually(() => two.forgotten.some(({ tag }) => tag === 'user'))
    } finally {
      await again.close()
    }
  })

  it('waits no longer than half a second for a Redis that hangs', async () => {
    server.freeze()
    const startedMs = performance.now()
    await one.invalidation.announce(KEY)
    expect(performance.now() - startedMs).to.be.within(400, 900)
    server.thaw()
  })

  it('does not stumble over what it does not understand', async () => {
    const stranger = new Redis(server.url)
    for (const text of ['', 'x', 'null', '{}', '{"tag":"everything","id":"x"}', '{"tag":"user","id":7}']) {
      await stranger.publish('gateway:invalidation', text)
    }
    await stranger.publish('gateway:invalidation', '{"tag":"user","id":"user-2"}')
    stranger.disconnect()
    await eventually(() => two.forgotten.some(({ tag }) => tag === 'user'))
    expect(two.forgotten).to.deep.equal([{ tag: 'everything' }, { tag: 'user', id: 'user-2' }])
  })
}

const probe = await startRedis()
if (probe === null) leaveOut(NAME)
else describe(NAME, suite)
await probe?.close()
