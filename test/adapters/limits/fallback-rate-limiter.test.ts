import { expect } from 'chai'
import type { RateLimiter } from '../../../src/application/ports/process/rate-limiter.ts'
import { fallbackRateLimiter } from '../../../src/adapters/limits/fallback-rate-limiter.ts'
import { memoryRateLimiter } from '../../../src/adapters/limits/memory-rate-limiter.ts'

const TAKE = { bucket: 'b', limit: 3, windowMs: 60_000 }

const bench = () => {
  const time = { nowMs: 0 }
  const shared = { broken: false, calls: 0 }
  const monotonicMs = (): number => time.nowMs
  let counter: RateLimiter = memoryRateLimiter({ monotonicMs })
  const changes: string[] = []
  const limiter = fallbackRateLimiter({
    shared: {
      take: (take) => {
        shared.calls += 1
        return shared.broken ? Promise.reject(new Error('no connection')) : counter.take(take)
      },
    },
    memory: memoryRateLimiter({ monotonicMs }),
    monotonicMs,
    onModeChange: (mode, reason) => changes.push(`${mode}: ${reason}`),
  })
  return {
    time,
    shared,
    changes,
    limiter,
    /** A Redis that restarted has lost every count. */
    restart: () => {
      counter = memoryRateLimiter({ monotonicMs })
    },
    allowed: async () => (await limiter.take(TAKE)).allowed,
  }
}

describe('fallback rate limiter', () => {
  it('counts in memory while the shared counter fails, and reports it once', async () => {
    const { shared, changes, allowed, limiter } = bench()
    shared.broken = true
    expect([await allowed(), await allowed(), await allowed(), await allowed()]).to.deep.equal([
      true,
      true,
      true,
      false,
    ])
    expect(changes).to.deep.equal(['memory: no connection'])
    expect(limiter.mode()).to.equal('memory')
    expect(shared.calls, 'left alone after it failed').to.equal(1)
  })

  it('hands out no second window when the shared counter dies', async () => {
    const { shared, allowed } = bench()
    expect([await allowed(), await allowed()]).to.deep.equal([true, true])
    shared.broken = true
    expect([await allowed(), await allowed()]).to.deep.equal([true, false])
  })

  it('comes back by itself, and not with a fresh window', async () => {
    const { shared, allowed, time, changes, restart } = bench()
    shared.broken = true
    expect([await allowed(), await allowed()]).to.deep.equal([true, true])
    shared.broken = false
    restart()
    time.nowMs = 1000
    expect([await allowed(), await allowed()]).to.deep.equal([true, false])
    expect(changes).to.deep.equal(['memory: no connection', 'shared: the shared counter answers again'])
    time.nowMs = 60_000
    expect([await allowed(), await allowed(), await allowed()]).to.deep.equal([true, true, false])
  })

  it('tries a dead counter once a second, not at every request', async () => {
    const { shared, allowed, time } = bench()
    shared.broken = true
    for (let request = 0; request < 40; request += 1) {
      time.nowMs = request * 100
      await allowed()
    }
    expect(shared.calls).to.be.at.most(5)
  })
})
