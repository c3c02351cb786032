import { expect } from 'chai'
import type { RateLimiter } from '../../../src/application/ports/process/rate-limiter.ts'

/** A limiter to try, and the way its time passes. */
export interface RateLimiterUnderTest {
  readonly limiter: RateLimiter
  /** Another instance that counts the same buckets; the same one where nothing is shared. */
  readonly other: RateLimiter
  /** Lets at least this much of the limiter's own time pass. */
  readonly pass: (ms: number) => Promise<void>
  /** A window long enough that nothing leaves it by accident while a test runs. */
  readonly windowMs: number
}

/** The behaviour of every rate limiter, wherever it counts. */
export const rateLimiterContract = (open: () => RateLimiterUnderTest): void => {
  let buckets = 0
  const freshBucket = (): string => `contract:${process.pid}:${Date.now()}:${(buckets += 1)}`

  it('accepts the 60th request of a window and refuses the 61st', async () => {
    const { limiter, windowMs } = open()
    const take = { bucket: freshBucket(), limit: 60, windowMs }
    for (let left = 59; left >= 0; left -= 1) {
      expect(await limiter.take(take)).to.include({ allowed: true, limit: 60, remaining: left, retryAfterSeconds: 0 })
    }
    const refused = await limiter.take(take)
    expect(refused).to.include({ allowed: false, limit: 60, remaining: 0 })
    expect(refused.resetMs).to.be.within(1, windowMs)
    expect(refused.retryAfterSeconds).to.be.within(1, Math.ceil(windowMs / 1000))
  })

  it('slides: a slot frees when its own request leaves, and refused requests take none', async () => {
    const { limiter, pass, windowMs } = open()
    const take = { bucket: freshBucket(), limit: 2, windowMs }
    const allowed = async (): Promise<boolean> => (await limiter.take(take)).allowed
    expect(await allowed()).to.equal(true)
    await pass(windowMs * 0.6)
    expect(await allowed()).to.equal(true)
    expect(await allowed()).to.equal(false)
    await pass(windowMs * 0.45)
    expect(await allowed(), 'the first has left').to.equal(true)
    expect(await allowed(), 'the second has not').to.equal(false)
    await pass(windowMs * 1.05)
    expect(await allowed()).to.equal(true)
    expect(await allowed()).to.equal(true)
    expect(await allowed()).to.equal(false)
  })

  it('keeps buckets apart', async () => {
    const { limiter, windowMs } = open()
    const take = { bucket: freshBucket(), limit: 1, windowMs }
    expect((await limiter.take(take)).allowed).to.equal(true)
    expect((await limiter.take({ ...take, bucket: freshBucket() })).allowed).to.equal(true)
    expect((await limiter.take(take)).allowed).to.equal(false)
  })

  it('follows a limit that changes', async () => {
    const { limiter, windowMs } = open()
    const take = { bucket: freshBucket(), limit: 3, windowMs }
    for (let request = 0; request < 3; request += 1) await limiter.take(take)
    expect((await limiter.take({ ...take, limit: 4 })).allowed, 'raised').to.equal(true)
    expect(await limiter.take({ ...take, limit: 2 }), 'lowered').to.include({ allowed: false, remaining: 0, limit: 2 })
  })

  it('counts a request in both of two buckets or in neither, and says which of them it was', async () => {
    const { limiter, other, pass, windowMs } = open()
    const [account, key] = [
      { bucket: freshBucket(), limit: 4, windowMs },
      { bucket: freshBucket(), limit: 2, windowMs },
    ]
    const both = { ...account, narrower: key }
    expect(await limiter.take(both)).to.include({ allowed: true, isNarrower: true, limit: 2, remaining: 1 })
    expect(await other.take(both)).to.include({ allowed: true, isNarrower: true, remaining: 0 })
    const refused = await limiter.take(both)
    expect(refused).to.include({ allowed: false, isNarrower: true, limit: 2, remaining: 0 })
    expect(refused.retryAfterSeconds).to.be.within(1, Math.ceil(windowMs / 1000))
    // The refused request took no place of the account, whose two others are used up by other keys.
    expect(await limiter.take(account)).to.include({ allowed: true, remaining: 1 })
    expect(await limiter.take(account)).to.include({ allowed: true, remaining: 0 })
    const another = { ...account, narrower: { bucket: freshBucket(), limit: 9, windowMs } }
    const refusedByAccount = await limiter.take(another)
    expect(refusedByAccount).to.include({ allowed: false, limit: 4 })
    expect(refusedByAccount.isNarrower).to.equal(undefined)
    await pass(windowMs * 1.05)
    expect(await limiter.take(another)).to.include({ allowed: true, remaining: 3 })
    const unused = { ...another.narrower, limit: 3 }
    expect((await limiter.take(unused)).remaining, 'the refused one took no place of its key').to.equal(1)
  })

  it('accepts of two buckets exactly what both can take, at once and from two instances', async () => {
    const { limiter, other, windowMs } = open()
    const account = { bucket: freshBucket(), limit: 50, windowMs }
    const keys = [freshBucket(), freshBucket()].map((bucket) => ({ bucket, limit: 30, windowMs }))
    const verdicts = await Promise.all(
      Array.from({ length: 400 }, async (_, request) => {
        const take = { ...account, narrower: keys[request % 4 < 2 ? 0 : 1] }
        return (request % 2 === 0 ? limiter : other).take(take)
      }),
    )
    expect(verdicts.filter(({ allowed }) => allowed)).to.have.length(50)
  })

  it('accepts exactly 60 of 1,000 at once, from two instances', async () => {
    const { limiter, other, windowMs } = open()
    const take = { bucket: freshBucket(), limit: 60, windowMs }
    const verdicts = await Promise.all(
      Array.from({ length: 1000 }, async (_, request) => (request % 2 === 0 ? limiter : other).take(take)),
    )
    expect(verdicts.filter((verdict) => verdict.allowed)).to.have.length(60)
  })
}

/** How many of `acceptedMs` fall into the fullest window `(t - windowMs, t]`. */
export const fullestWindow = (acceptedMs: readonly number[], windowMs: number): number =>
  Math.max(0, ...acceptedMs.map((end) => acceptedMs.filter((at) => at > end - windowMs && at <= end).length))
