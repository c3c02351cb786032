import { expect } from 'chai'
import { changedPeriod, inRunningPeriod } from '../../../src/domain/api-keys/key-limits.ts'
import { apiKeyOf } from '../../support/accounts/api-key-of.ts'

const NOW_MS = Date.UTC(2026, 10, 23, 12)
const MIDNIGHT = new Date(Date.UTC(2026, 10, 24))
const DAILY = apiKeyOf({ spendPeriod: 'daily', periodSpent: 5n, periodEndsAt: MIDNIGHT })

describe('a change of a key’s period', () => {
  it('begins a period with nothing spent', () => {
    expect(changedPeriod(apiKeyOf(), { spendPeriod: 'daily' }, NOW_MS)).to.deep.equal({
      spendPeriod: 'daily',
      timeZone: 'UTC',
      periodSpent: 0n,
      periodEndsAt: MIDNIGHT,
    })
    expect(changedPeriod(DAILY, { timeZone: 'Asia/Kolkata' }, NOW_MS)).to.deep.equal({
      spendPeriod: 'daily',
      timeZone: 'Asia/Kolkata',
      periodSpent: 0n,
      periodEndsAt: new Date(Date.UTC(2026, 10, 23, 18, 30)),
    })
  })

  it('ends periods where it takes the period away', () => {
    expect(changedPeriod(DAILY, { spendPeriod: null }, NOW_MS)).to.include({ spendPeriod: null, periodEndsAt: null })
  })

  it('is none where the request names what the key has, or nothing', () => {
    expect(changedPeriod(DAILY, {}, NOW_MS)).to.deep.equal({})
    expect(changedPeriod(DAILY, { spendPeriod: 'daily', timeZone: 'UTC' }, NOW_MS)).to.deep.equal({})
  })
})

describe('a key in its running period', () => {
  it('is as it is stored until the period ends', () => {
    expect(inRunningPeriod(DAILY, MIDNIGHT.getTime() - 1)).to.deep.equal(DAILY)
    expect(inRunningPeriod(apiKeyOf(), NOW_MS)).to.deep.equal(apiKeyOf())
  })

  it('has nothing spent where a wrong clock wrote an end that is years away', () => {
    const wrong = { ...DAILY, periodEndsAt: new Date(Date.UTC(2031, 0, 1)) }
    expect(inRunningPeriod(wrong, NOW_MS)).to.deep.equal({ ...DAILY, periodSpent: 0n })
  })

  it('has nothing spent after it, also if no call came since', () => {
    const nextMidnight = new Date(MIDNIGHT.getTime() + 24 * 3_600_000)
    expect(inRunningPeriod(DAILY, MIDNIGHT.getTime())).to.deep.equal({
      ...DAILY,
      periodSpent: 0n,
      periodEndsAt: nextMidnight,
    })
  })
})
