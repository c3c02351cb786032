import { expect } from 'chai'
import { fallbackTokenLimiter } from '../../../src/adapters/limits/fallback-token-limiter.ts'
import { memoryTokenLimiter } from '../../../src/adapters/limits/memory-token-limiter.ts'
import type { TokenTake } from '../../../src/domain/limits/token-limit.ts'

const takeOf = (operationId: string, tokens: number): TokenTake => ({
  bucket: 'key:one',
  limit: 100,
  windowMs: 60_000,
  operationId,
  tokens,
})

describe('the limit of tokens while Redis is away', () => {
  it('counts in this process, with what Redis had accepted, and fails no correction', async () => {
    let isAway = false
    const redis = memoryTokenLimiter({ monotonicMs: () => 0 })
    const orFail = <A>(answer: Promise<A>): Promise<A> => (isAway ? Promise.reject(new Error('away')) : answer)
    let corrections = 0
    const limiter = fallbackTokenLimiter({
      shared: {
        take: (take) => orFail(redis.take(take)),
        correct: (take) => {
          corrections += 1
          return orFail(redis.correct(take))
        },
      },
      memory: memoryTokenLimiter({ monotonicMs: () => 0 }),
      monotonicMs: () => 0,
    })
    expect(await limiter.take(takeOf('a', 70))).to.include({ allowed: true, remaining: 30 })
    isAway = true
    await limiter.correct(takeOf('a', 60))
    expect(corrections, 'the limiter did not know yet that Redis is away').to.equal(1)
    expect(await limiter.take(takeOf('b', 41))).to.include({ allowed: false, remaining: 40 })
    expect(await limiter.take(takeOf('c', 40))).to.include({ allowed: true, remaining: 0 })
    await limiter.correct(takeOf('c', 0))
    expect(corrections, 'a Redis that is away is left alone').to.equal(1)
    expect(await limiter.take(takeOf('d', 40))).to.include({ allowed: true, remaining: 0 })
  })
})
