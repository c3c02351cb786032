import { expect } from 'chai'
import { firstTokenTimes, stepOf } from '../../../src/domain/usage/first-token.ts'

/** What is given for these waits, in milliseconds. */
const timesOf = (...waits: readonly number[]) => firstTokenTimes(waits.map((ms) => ({ step: stepOf(ms), calls: 1 })))

describe('times to the first token', () => {
  it('are given a tenth too long at most, and never too short, up to ten minutes', () => {
    for (const ms of [11, 99, 100, 101, 470, 1_000, 8_765, 59_999, 600_000]) {
      const given = timesOf(ms)?.p50Ms ?? 0
      expect(given, String(ms)).to.be.within(ms, ms * 1.1 + 1)
    }
  })

  it('are the shortest of the scale below it, and the longest above it', () => {
    for (const ms of [Number.NaN, -5, 0, 3, 10]) expect(stepOf(ms), String(ms)).to.equal(0)
    expect(timesOf(5)).to.deep.equal({ calls: 1, p50Ms: 10, p95Ms: 10 })
    expect(stepOf(1e12)).to.equal(stepOf(700_000))
  })

  it('are the median and the 95th of a hundred, however the steps are ordered', () => {
    const counts = [
      { step: stepOf(5_000), calls: 6 },
      { step: stepOf(100), calls: 50 },
      { step: stepOf(1_000), calls: 44 },
    ]
    const times = firstTokenTimes(counts)
    expect(times?.calls).to.equal(100)
    expect(times?.p50Ms).to.equal(timesOf(100)?.p50Ms)
    expect(times?.p95Ms).to.equal(timesOf(5_000)?.p50Ms)
  })

  it('are not given where none was counted', () => {
    expect(firstTokenTimes([])).to.equal(null)
  })
})
