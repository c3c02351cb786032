import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { cachedApiKeyLookup } from '../../../src/adapters/cache/cached-api-key-lookup.ts'
import { memoryRateLimiter } from '../../../src/adapters/limits/memory-rate-limiter.ts'
import { findPresentedKey } from '../../../src/application/admission/authenticate-api-key.ts'
import { principal } from '../../support/http-app.ts'

const HERE = '192.0.2.1'
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const GOOD = hashOf('good')
const KNOWN = { principal, expiresAtMs: null, disabled: false, allowedAddresses: null }

/** Keys behind the gateway's own cache; `queries` counts what reaches the database. */
const world = () => {
  let nowMs = 1_000_000
  const asked: string[] = []
  const good = new Set([GOOD])
  const inner = {
    find: async (keyHash: string) => {
      asked.push(keyHash)
      await Promise.resolve()
      return good.has(keyHash) ? KNOWN : null
    },
  }
  const monotonicMs = (): number => nowMs
  const keys = cachedApiKeyLookup(inner, { monotonicMs })
  const find = findPresentedKey({ keys, guesses: memoryRateLimiter({ monotonicMs }) })
  return { find, good, queries: () => asked.length, pass: (ms: number) => void (nowMs += ms) }
}

const guessAtOnce = (find: ReturnType<typeof findPresentedKey>, from: string, name: string) =>
  Promise.all(Array.from({ length: 1000 }, async (_, index) => find(hashOf(`${name} ${index}`), from)))

describe('finding a presented key', () => {
  it('costs few queries however many unknown keys one address presents, also at once', async () => {
    const { find, queries } = world()
    const answers = await guessAtOnce(find, HERE, 'first')
    expect(queries()).to.be.within(60, 68)
    expect(answers.filter(isLeft)).to.have.lengthOf(1000 - queries())
    const before = queries()
    const later = await guessAtOnce(find, HERE, 'second')
    expect(later.every(isLeft)).to.equal(true)
    expect(later[0]).to.deep.equal({ _tag: 'Left', left: { tag: 'rate_limit_exceeded', retryAfterSeconds: 60 } })
    expect(queries()).to.equal(before)
  })

  it('serves other addresses in between, and the same one a minute later', async () => {
    const { find, pass } = world()
    await guessAtOnce(find, HERE, 'a')
    expect(await find(GOOD, '198.51.100.1')).to.deep.equal(right(KNOWN))
    pass(60_000)
    expect(await find(hashOf('new'), HERE)).to.deep.equal(right(null))
  })

  it('goes on serving a key that was good, behind an address that guesses', async () => {
    const { find, pass } = world()
    expect(await find(GOOD, HERE)).to.deep.equal(right(KNOWN))
    await guessAtOnce(find, HERE, 'a')
    pass(10_000)
    expect(await find(GOOD, HERE), 'long after the cache has evicted it').to.deep.equal(right(KNOWN))
  })

  it('counts a good key that was deleted among the unknown ones', async () => {
    const { find, good, pass, queries } = world()
    await find(GOOD, HERE)
    good.delete(GOOD)
    pass(10_000)
    expect(await find(GOOD, HERE)).to.deep.equal(right(null))
    await guessAtOnce(find, HERE, 'a')
    pass(10_000)
    const before = queries()
    expect(isLeft(await find(GOOD, HERE))).to.equal(true)
    expect(queries()).to.equal(before)
  })

  it('asks once for an unknown key that is presented again and again', async () => {
    const { find, pass, queries } = world()
    for (let turn = 0; turn < 100; turn += 1) expect(await find(hashOf('bad'), HERE)).to.deep.equal(right(null))
    expect(queries()).to.equal(1)
    pass(5_000)
    await find(hashOf('bad'), HERE)
    expect(queries()).to.equal(2)
  })
})
