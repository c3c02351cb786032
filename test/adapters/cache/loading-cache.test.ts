import { expect } from 'chai'
import { loadingCache } from '../../../src/adapters/cache/loading-cache.ts'
import type { NowOrLater } from '../../../src/application/now-or-later.ts'

interface Thing {
  readonly owner: string
}

const OUTAGE = new Error('an outage')

/** What a look-up failed with; null where it did not. */
const failed = async (work: NowOrLater<unknown>): Promise<unknown> => {
  try {
    await work
    return null
  } catch (error) {
    return error
  }
}

const setUp = (most = 10) => {
  const stored = new Map<string, Thing>([['a', { owner: 'anna' }]])
  const loads: string[] = []
  let nowMs = 0
  let gate: Promise<void> = Promise.resolve()
  let failure: Error | null = null
  const cache = loadingCache<Thing>({
    load: async (key) => {
      loads.push(key)
      const found = stored.get(key) ?? null
      await gate
      if (failure !== null) throw failure
      return found
    },
    most,
    ttlMs: 5_000,
    outlives: (error, sinceMs) => error === OUTAGE && sinceMs < 40_000,
    monotonicMs: () => nowMs,
  })
  const hold = (): (() => void) => {
    let open = (): void => undefined
    gate = new Promise((resolve) => {
      open = resolve
    })
    return open
  }
  return {
    cache,
    stored,
    loads,
    hold,
    turn: (ms: number) => void (nowMs += ms),
    fail: (error: Error | null) => void (failure = error),
  }
}

describe('a loading cache', () => {
  it('loads once, and again when stale', async () => {
    const { cache, loads, turn } = setUp()
    await cache.get('a')
    turn(4_999)
    await cache.get('a')
    expect(loads).to.have.length(1)
    turn(1)
    await cache.get('a')
    expect(loads).to.have.length(2)
  })

  it('is known now, without a promise', async () => {
    const { cache } = setUp()
    await cache.get('a')
    expect(cache.get('a')).to.deep.equal({ owner: 'anna' })
  })

  it('counts age from the beginning of the load, when the state was read', async () => {
    const { cache, loads, hold, turn } = setUp()
    const release = hold()
    const slow = cache.get('a')
    turn(5_000)
    release()
    await slow
    await cache.get('a')
    expect(loads).to.have.length(2)
  })

  it('shares one load between those who ask at once', async () => {
    const { cache, loads } = setUp()
    const answers = await Promise.all(Array.from({ length: 50 }, async () => cache.get('a')))
    expect(loads).to.have.length(1)
    expect(new Set(answers).size).to.equal(1)
  })

  it('asks for absent things every time', async () => {
    const { cache, stored } = setUp()
    expect(await cache.get('b')).to.equal(null)
    stored.set('b', { owner: 'boris' })
    expect(await cache.get('b')).to.deep.equal({ owner: 'boris' })
  })

  it('invalidates what matches and keeps the rest', async () => {
    const { cache, stored, loads } = setUp()
    stored.set('b', { owner: 'boris' })
    await cache.get('a')
    await cache.get('b')
    cache.invalidate((_, { owner }) => owner === 'anna')
    await cache.get('a')
    await cache.get('b')
    expect(loads).to.deep.equal(['a', 'b', 'a'])
  })

  it('does not cache a read that began before the invalidation of its key', async () => {
    const { cache, stored, hold } = setUp()
    const release = hold()
    const before = cache.get('a')
    stored.delete('a')
    cache.invalidate((key) => key === 'a')
    release()
    await before
    expect(await cache.get('a')).to.equal(null)
  })

  it('passes a failed load on and tries again', async () => {
    let fails = true
    const cache = loadingCache<Thing>({
      load: () => (fails ? Promise.reject(new Error('away')) : Promise.resolve({ owner: 'anna' })),
      most: 1,
      ttlMs: 5_000,
    })
    expect(await failed(cache.get('a'))).to.be.an('error')
    fails = false
    expect(await cache.get('a')).to.deep.equal({ owner: 'anna' })
  })

  it('keeps no more than it may', async () => {
    const { cache, stored, loads } = setUp(2)
    for (const key of ['b', 'c']) stored.set(key, { owner: key })
    for (const key of ['a', 'b', 'c', 'a']) await cache.get(key)
    expect(loads).to.deep.equal(['a', 'b', 'c', 'a'])
  })
})

describe('a thing whose load fails', () => {
  it('is what it was before, as long as the failure is an outage, and is loaded again each time', async () => {
    const { cache, stored, loads, turn, fail } = setUp()
    await cache.get('a')
    stored.set('a', { owner: 'boris' })
    turn(5_000)
    fail(OUTAGE)
    expect(await cache.get('a')).to.deep.equal({ owner: 'anna' })
    expect(await cache.get('a')).to.deep.equal({ owner: 'anna' })
    expect(loads).to.have.length(3)
    fail(null)
    expect(await cache.get('a')).to.deep.equal({ owner: 'boris' })
  })

  it('is so for a time from its first failure, and for the whole time again once a load succeeded', async () => {
    const { cache, turn, fail } = setUp()
    await cache.get('a')
    turn(100_000)
    fail(OUTAGE)
    await cache.get('a')
    turn(39_999)
    expect(await cache.get('a')).to.deep.equal({ owner: 'anna' })
    turn(1)
    expect(await failed(cache.get('a'))).to.equal(OUTAGE)
    fail(null)
    await cache.get('a')
    turn(5_000)
    fail(OUTAGE)
    expect(await cache.get('a')).to.deep.equal({ owner: 'anna' })
  })

  it('fails where it fails otherwise', async () => {
    const { cache, turn, fail } = setUp()
    await cache.get('a')
    turn(5_000)
    const defect = new Error('a defect')
    fail(defect)
    expect(await failed(cache.get('a'))).to.equal(defect)
  })

  it('fails where nothing was found before', async () => {
    const { cache, fail } = setUp()
    fail(OUTAGE)
    expect(await failed(cache.get('a'))).to.equal(OUTAGE)
  })

  it('fails where it was invalidated before or during the load', async () => {
    const { cache, hold, turn, fail } = setUp()
    await cache.get('a')
    turn(5_000)
    fail(OUTAGE)
    const release = hold()
    const loading = failed(cache.get('a'))
    cache.invalidate(() => true)
    release()
    expect(await loading).to.equal(OUTAGE)
    expect(await failed(cache.get('a'))).to.equal(OUTAGE)
  })
})
