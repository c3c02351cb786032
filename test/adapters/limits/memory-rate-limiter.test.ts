import { expect } from 'chai'
import fc from 'fast-check'
import { memoryRateLimiter } from '../../../src/adapters/limits/memory-rate-limiter.ts'
import { fullestWindow } from '../../contract/process/rate-limiter.ts'

const WINDOW_MS = 60_000

describe('memory rate limiter', () => {
  it('never has more than the limit in any window, and never refuses below it', async () => {
    const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 20_000 })), {
      minLength: 1,
      maxLength: 400,
    })
    await fc.assert(
      fc.asyncProperty(gaps, fc.integer({ min: 1, max: 60 }), async (gapsMs, limit) => {
        let nowMs = 0
        const limiter = memoryRateLimiter({ monotonicMs: () => nowMs })
        const accepted: number[] = []
        for (const gapMs of gapsMs) {
          nowMs += gapMs
          const { allowed } = await limiter.take({ bucket: 'b', limit, windowMs: WINDOW_MS })
          const inside = accepted.filter((at) => at > nowMs - WINDOW_MS).length
          expect(allowed).to.equal(inside < limit)
          if (allowed) accepted.push(nowMs)
        }
        expect(fullestWindow(accepted, WINDOW_MS)).to.be.at.most(limit)
      }),
      { numRuns: 100 },
    )
  })

  it('a refused request can succeed after exactly the reported time, and not before', async () => {
    let nowMs = 0
    const limiter = memoryRateLimiter({ monotonicMs: () => nowMs })
    const take = { bucket: 'b', limit: 2, windowMs: WINDOW_MS }
    await limiter.take(take)
    nowMs = 500
    await limiter.take(take)
    nowMs = 59_999
    expect(await limiter.take(take)).to.include({ allowed: false, retryAfterSeconds: 1, resetMs: 501 })
    nowMs = 60_000
    expect((await limiter.take(take)).allowed).to.equal(true)
  })

  it('evicts idle buckets', async () => {
    let nowMs = 0
    const limiter = memoryRateLimiter({ monotonicMs: () => nowMs })
    for (let user = 0; user < 1000; user += 1) await limiter.take({ bucket: `${user}`, limit: 60, windowMs: WINDOW_MS })
    expect(limiter.size()).to.equal(1000)
    for (const later of [1, 2]) {
      nowMs = (WINDOW_MS + 1) * later
      await limiter.take({ bucket: 'one', limit: 60, windowMs: WINDOW_MS })
    }
    expect(limiter.size()).to.equal(1)
  })

  it('never evicts a bucket that still counts', async () => {
    let nowMs = 0
    const limiter = memoryRateLimiter({ monotonicMs: () => nowMs })
    const take = { bucket: 'b', limit: 1, windowMs: WINDOW_MS }
    await limiter.take({ ...take, bucket: 'other' })
    nowMs = WINDOW_MS - 1
    expect((await limiter.take(take)).allowed).to.equal(true)
    for (const laterMs of [2, WINDOW_MS / 2, WINDOW_MS - 1]) {
      nowMs = WINDOW_MS - 1 + laterMs
      await limiter.take({ ...take, bucket: `${laterMs}` })
      expect((await limiter.take(take)).allowed).to.equal(false)
    }
    nowMs = 2 * WINDOW_MS - 1
    expect((await limiter.take(take)).allowed).to.equal(true)
  })

  it('never keeps more buckets than it may, dropping the one used longest ago', async () => {
    const limiter = memoryRateLimiter({ monotonicMs: () => 0, maxBuckets: 10 })
    const take = { bucket: 'used', limit: 1, windowMs: WINDOW_MS }
    await limiter.take(take)
    for (let user = 0; user < 50; user += 1) {
      await limiter.take({ ...take, bucket: `${user}` })
      await limiter.take(take)
    }
    expect(limiter.size()).to.be.at.most(10)
    expect((await limiter.take(take)).allowed).to.equal(false)
  })
})
