import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { recentPeriods } from '../../../src/domain/usage/recent-periods.ts'
import { isTimeZoneName } from '../../../src/domain/usage/time-zone.ts'
import { usageRange } from '../../../src/domain/usage/usage-range.ts'
import { totalOf } from '../../../src/domain/ledger/usage/usage-sums.ts'

const HOUR_MS = 3_600_000
const at = (text: string): number => Date.parse(text)
const NOW = at('2026-11-23T01:52:10Z')

describe('the hours that a reading of usage sums up', () => {
  it('are the thirty days before the end of this hour, where nothing is stated', () => {
    const range = usageRange({ fromMs: null, toMs: null, group: 'day' }, NOW)
    expect(range).to.deep.equal(right({ fromMs: at('2026-10-24T02:00Z'), toMs: at('2026-11-23T02:00Z') }))
  })

  it('hold every moment that was asked for', () => {
    const asked = { fromMs: at('2026-01-01T05:30:00.001Z'), toMs: at('2026-01-02T18:00:01Z'), group: 'day' } as const
    expect(usageRange(asked, NOW)).to.deep.equal(
      right({ fromMs: at('2026-01-01T05:00Z'), toMs: at('2026-01-02T19:00Z') }),
    )
    const whole = { fromMs: at('2026-01-01T05:00Z'), toMs: at('2026-01-01T06:00Z'), group: 'hour' } as const
    expect(usageRange(whole, NOW)).to.deep.equal(right({ fromMs: whole.fromMs, toMs: whole.toMs }))
  })

  it('end before the last day of the year 9999, behind which a year has five digits', () => {
    const asked = { fromMs: at('9999-12-30T00:00Z'), toMs: at('9999-12-31T23:59:59Z'), group: 'day' } as const
    const lastMs = at('9999-12-31T00:00Z')
    expect(usageRange(asked, NOW)).to.deep.equal(right({ fromMs: asked.fromMs, toMs: lastMs }))
    const within = { ...asked, fromMs: at('9999-12-31T12:30Z') }
    expect(usageRange(within, NOW)).to.deep.equal(right({ fromMs: lastMs, toMs: lastMs }))
  })

  it('begin thirty days before an end that is named, and end now behind a beginning', () => {
    const toMs = at('2026-03-31T00:00Z')
    expect(usageRange({ fromMs: null, toMs, group: 'day' }, NOW)).to.deep.equal(
      right({ fromMs: at('2026-03-01T00:00Z'), toMs }),
    )
    const fromMs = at('2026-11-23T00:00Z')
    expect(usageRange({ fromMs, toMs: null, group: 'day' }, NOW)).to.deep.equal(
      right({ fromMs, toMs: at('2026-11-23T02:00Z') }),
    )
  })

  it('are a month by the hour and a year otherwise, with the hour that a clock may be put back', () => {
    const fromMs = at('2026-10-01T00:00Z')
    const month = 31 * 24 * HOUR_MS
    const asked = (length: number, group: 'hour' | 'model') => usageRange({ fromMs, toMs: fromMs + length, group }, NOW)
    expect(asked(month + HOUR_MS, 'hour')).to.deep.equal(right({ fromMs, toMs: fromMs + month + HOUR_MS }))
    expect(asked(month + HOUR_MS + 1, 'hour')).to.deep.equal(left({ tag: 'range_too_long', mostDays: 31 }))
    expect(asked(366 * 24 * HOUR_MS, 'model')._tag).to.equal('Right')
    expect(asked(368 * 24 * HOUR_MS, 'model')).to.deep.equal(left({ tag: 'range_too_long', mostDays: 366 }))
  })

  it('are none where the end is not behind the beginning', () => {
    const fromMs = at('2026-10-01T00:00Z')
    expect(usageRange({ fromMs, toMs: fromMs, group: 'day' }, NOW)).to.deep.equal(left({ tag: 'range_is_empty' }))
    expect(usageRange({ fromMs: NOW + 2 * HOUR_MS, toMs: null, group: 'day' }, NOW)).to.deep.equal(
      left({ tag: 'range_is_empty' }),
    )
  })
})

describe('the current periods in UTC', () => {
  const PERIODS: readonly (readonly [now: string, day: string, week: string, month: string])[] = [
    ['2026-11-23T01:52Z', '2026-11-23', '2026-11-23', '2026-11-01'],
    ['2026-11-22T23:59:59.999Z', '2026-11-22', '2026-11-16', '2026-11-01'],
    ['2026-12-01T00:00Z', '2026-12-01', '2026-11-30', '2026-12-01'],
    ['2028-02-29T12:00Z', '2028-02-29', '2028-02-28', '2028-02-01'],
    ['2027-01-01T00:00Z', '2027-01-01', '2026-12-28', '2027-01-01'],
  ]
  for (const [now, day, week, month] of PERIODS) {
    it(`begin at ${day}, ${week} and ${month} for ${now}`, () => {
      expect(recentPeriods(at(now))).to.deep.equal({ day: at(day), week: at(week), month: at(month) })
    })
  }
})

describe('the name of a time zone', () => {
  it('is one of the IANA database, and no offset', () => {
    for (const name of ['UTC', 'Europe/Moscow', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])
      expect(isTimeZoneName(name), name).to.equal(true)
    for (const name of ['', '+03:00', '-0530', 'Mars/Phobos', 'Europe/Moscow ', "UTC'--", '../UTC', 'x'.repeat(10_000)])
      expect(isTimeZoneName(name), name).to.equal(false)
  })
})

describe('the total of sums of usage', () => {
  const nothing = totalOf([])
  it('is nothing of nothing', () => {
    const figures: readonly (number | bigint)[] = Object.values<number | bigint>({ ...nothing })
    expect(figures.every((figure) => Number(figure) === 0)).to.equal(true)
  })

  it('adds every figure', () => {
    const names = Object.keys(nothing).filter((name) => !['cost', 'writtenOff'].includes(name))
    const one = { ...nothing, ...Object.fromEntries(names.map((name, index) => [name, index + 1])) }
    const other = { ...one, cost: 5n, writtenOff: 7n }
    const doubled = Object.fromEntries(names.map((name, index) => [name, 2 * (index + 1)]))
    expect(totalOf([one, other])).to.deep.equal({ ...doubled, cost: 5n, writtenOff: 7n })
  })
})
