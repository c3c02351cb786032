import { expect } from 'chai'
import type { TokenLimiter } from '../../../src/application/ports/process/token-limiter.ts'
import type { TokenTake } from '../../../src/domain/limits/token-limit.ts'

/** A limiter to try, and the way its time passes. */
export interface TokenLimiterUnderTest {
  readonly limiter: TokenLimiter
  /** Another instance that counts the same buckets; the same one where nothing is shared. */
  readonly other: TokenLimiter
  /** Lets at least this much of the limiter's own time pass. */
  readonly pass: (ms: number) => Promise<void>
}

const WINDOW_MS = 60_000

/** The behaviour of every limiter of tokens, wherever it counts. */
export const tokenLimiterContract = (open: () => TokenLimiterUnderTest): void => {
  let made = 0
  const next = (): string => `contract:${process.pid}:${Date.now()}:${(made += 1)}`
  const takesOf = (limit: number): ((tokens: number) => TokenTake) => {
    const bucket = next()
    return (tokens) => ({ bucket, limit, windowMs: WINDOW_MS, operationId: next(), tokens })
  }

  it('accepts tokens up to the limit, and says how long those wait that do not fit', async () => {
    const { limiter, other, pass } = open()
    const take = takesOf(100)
    expect(await limiter.take(take(30))).to.include({ allowed: true, limit: 100, remaining: 70, retryAfterSeconds: 0 })
    await pass(20_000)
    expect(await other.take(take(60))).to.include({ allowed: true, remaining: 10 })
    expect(await other.take(take(10))).to.include({ allowed: true, remaining: 0 })
    const soon = await limiter.take(take(30))
    expect(soon).to.include({ allowed: false, limit: 100, remaining: 0 })
    expect(soon.retryAfterSeconds).to.be.within(38, 40)
    expect(soon.resetMs).to.be.within(58_000, 60_000)
    const later = await limiter.take(take(31))
    expect(later.retryAfterSeconds, 'the second has to leave, too').to.be.within(58, 60)
    await pass(40_500)
    expect((await limiter.take(take(31))).allowed).to.equal(false)
    expect(await limiter.take(take(30))).to.include({ allowed: true, remaining: 0 })
  })

  it('leaves what is free to a smaller call than the one it refuses', async () => {
    const { limiter } = open()
    const take = takesOf(100)
    await limiter.take(take(60))
    expect(await limiter.take(take(41))).to.include({ allowed: false, remaining: 40 })
    expect(await limiter.take(take(40))).to.include({ allowed: true, remaining: 0 })
  })

  it('puts the counted tokens in the place of the estimate, fewer or more', async () => {
    const { limiter, other, pass } = open()
    const take = takesOf(100)
    const [first, second] = [take(90), take(40)]
    await limiter.take(first)
    await other.correct({ ...first, tokens: 50 })
    expect(await limiter.take(second)).to.include({ allowed: true, remaining: 10 })
    await limiter.correct({ ...second, tokens: 0 })
    expect(await other.take(take(50))).to.include({ allowed: true, remaining: 0 })
    await limiter.correct({ ...first, tokens: 80 })
    expect((await limiter.take(take(1))).remaining, 'never less than nothing').to.equal(0)
    await pass(61_000)
    await limiter.correct({ ...first, tokens: 100 })
    await limiter.correct(take(100))
    expect(await limiter.take(take(99)), 'what has left and what never was there').to.include({ remaining: 1 })
  })

  it('counts an operation once that takes again, and keeps buckets apart', async () => {
    const { limiter, other } = open()
    const take = takesOf(100)
    const first = take(60)
    await limiter.take(first)
    expect(await other.take({ ...first, tokens: 80 })).to.include({ allowed: true, remaining: 20 })
    expect(await limiter.take(takesOf(100)(100))).to.include({ allowed: true, remaining: 0 })
    expect((await limiter.take(take(21))).allowed).to.equal(false)
    expect(await limiter.take({ ...take(1), limit: 50 }), 'a limit that was lowered').to.include({
      allowed: false,
      remaining: 0,
    })
  })

  it('accepts of 400 at once, from two instances, what fits and no more', async () => {
    const { limiter, other } = open()
    const take = takesOf(1000)
    const verdicts = await Promise.all(
      Array.from({ length: 400 }, (_, call) => (call % 2 === 0 ? limiter : other).take(take(7))),
    )
    expect(verdicts.filter(({ allowed }) => allowed)).to.have.length(142)
  })
}
