import { expect } from 'chai'
import { decideRate } from '../../../src/domain/limits/rate-limit.ts'
import type { SlidingWindow } from '../../../src/domain/limits/rate-limit.ts'

const RULE = { limit: 3, windowMs: 60_000 }
const ages = (...agesMs: readonly number[]): SlidingWindow => ({
  count: agesMs.length,
  ageMs: (index) => agesMs[index] ?? Number.NaN,
})

describe('sliding window rule', () => {
  it('accepts up to the limit and says what is left', () => {
    expect(decideRate(RULE, ages())).to.include({ allowed: true, remaining: 2, limit: 3, retryAfterSeconds: 0 })
    expect(decideRate(RULE, ages(10, 5))).to.include({ allowed: true, remaining: 0, resetMs: 60_000 })
  })

  it('refuses past the limit until the oldest leaves the window', () => {
    expect(decideRate(RULE, ages(59_500.5, 100, 40))).to.deep.equal({
      allowed: false,
      limit: 3,
      remaining: 0,
      resetMs: 59_960,
      retryAfterSeconds: 1,
    })
    expect(decideRate(RULE, ages(0, 0, 0)).retryAfterSeconds).to.equal(60)
  })

  it('waits for the one that makes room when the limit was lowered', () => {
    const verdict = decideRate(RULE, ages(50_000, 40_000, 30_000, 20_000, 10_000))
    expect(verdict).to.include({ allowed: false, remaining: 0, retryAfterSeconds: 30, resetMs: 50_000 })
  })
})
