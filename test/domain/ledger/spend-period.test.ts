import { expect } from 'chai'
import fc from 'fast-check'
import { isRunningUntil, isTimeZone, PERIOD_LENGTHS, periodEnd } from '../../../src/domain/ledger/spend-period.ts'
import type { PeriodLength } from '../../../src/domain/ledger/spend-period.ts'

const MINUTE_MS = 60_000

const endOf = (length: PeriodLength, timeZone: string, at: string): string =>
  new Date(periodEnd(length, timeZone, Date.parse(at))).toISOString().replace(':00.000Z', 'Z')

/** The local date as text, by another formatter than that of the rule. */
const localDate = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (atMs: number): string => format.format(atMs)
}

/** The number of the week that begins on a Monday; the first day of 1970 was a Thursday. */
const weekOf = (date: string): number => Math.floor((Date.parse(`${date}T00:00Z`) / 86_400_000 + 3) / 7)

/** Whether a period of this length begins between the two dates, of which the second is the later one. */
const begins = (length: PeriodLength, before: string, after: string): boolean => {
  if (after <= before) return false
  if (length === 'daily') return true
  if (length === 'monthly') return after.slice(0, 7) !== before.slice(0, 7)
  return weekOf(after) > weekOf(before)
}

/** Looks at every quarter of an hour until the next period has begun; every zone changes its clock at one. */
const slowEnd = (length: PeriodLength, timeZone: string, nowMs: number): number => {
  const dateAt = localDate(timeZone)
  const today = dateAt(nowMs)
  let atMs = Math.floor(nowMs / (15 * MINUTE_MS)) * 15 * MINUTE_MS
  do atMs += 15 * MINUTE_MS
  while (!begins(length, today, dateAt(atMs)))
  return atMs
}

describe('the end of a spending period', () => {
  const cases: readonly (readonly [string, PeriodLength, string, string, string])[] = [
    ['is the next midnight of a day', 'daily', 'UTC', '2026-11-23T01:52Z', '2026-11-24T00:00Z'],
    ['is midnight in the time zone', 'daily', 'Europe/Moscow', '2026-11-23T21:00Z', '2026-11-24T21:00Z'],
    ['is midnight in a zone half an hour off', 'daily', 'Asia/Kolkata', '2026-11-23T18:29Z', '2026-11-23T18:30Z'],
    ['is midnight at an offset', 'daily', '+05:30', '2026-11-23T18:30Z', '2026-11-24T18:30Z'],
    ['comes an hour early when clocks go forward', 'daily', 'Europe/Paris', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['comes an hour late when clocks go back', 'daily', 'Europe/Paris', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['is one o’clock where midnight is skipped', 'daily', 'Africa/Cairo', '2026-04-23T12:00Z', '2026-04-23T22:00Z'],
    ['is the first of two midnights', 'daily', 'America/Havana', '2026-10-31T12:00Z', '2026-11-01T04:00Z'],
    ['is the next Monday of a Sunday', 'weekly', 'UTC', '2026-11-22T23:59Z', '2026-11-23T00:00Z'],
    ['is a week after a Monday', 'weekly', 'UTC', '2026-11-23T00:00Z', '2026-11-30T00:00Z'],
    ['is the first of the next month', 'monthly', 'UTC', '2026-01-31T23:59Z', '2026-02-01T00:00Z'],
    ['is the first of the next year', 'monthly', 'Asia/Tokyo', '2026-11-30T15:00Z', '2026-12-31T15:00Z'],
    ['is the first of March after a leap day', 'monthly', 'UTC', '2028-02-29T12:00Z', '2028-03-01T00:00Z'],
    ['is the end in UTC for an unknown time zone', 'daily', 'Mars/Olympus', '2026-11-23T12:00Z', '2026-11-24T00:00Z'],
  ]
  it('is never so far away that it counts as wrong, also by a clock that is a period behind', () => {
    const now = fc.date({ min: new Date(Date.UTC(2020)), max: new Date(Date.UTC(2040)), noInvalidDate: true })
    const zone = fc.constantFrom('UTC', 'Europe/Paris', 'America/Havana', 'Pacific/Apia', 'Antarctica/Troll')
    fc.assert(
      fc.property(fc.constantFrom(...PERIOD_LENGTHS), zone, now, (length, timeZone, at) => {
        const endsAtMs = periodEnd(length, timeZone, at.getTime())
        expect(isRunningUntil(periodEnd(length, timeZone, endsAtMs), length, at.getTime())).to.equal(true)
        expect(isRunningUntil(endsAtMs, length, endsAtMs)).to.equal(false)
      }),
      { numRuns: 300 },
    )
  })

  for (const [title, length, timeZone, at, end] of cases) {
    it(title, () => {
      expect(endOf(length, timeZone, at)).to.equal(end)
    })
  }

  it('is what a look at every quarter of an hour finds, in every zone', () => {
    const moment = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2032, 0) })
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    fc.assert(
      fc.property(moment, zone, fc.constantFrom(...PERIOD_LENGTHS), (nowMs, timeZone, length) => {
        expect(periodEnd(length, timeZone, nowMs)).to.equal(slowEnd(length, timeZone, nowMs))
      }),
      { numRuns: 300 },
    )
  })

  it('is after the moment, and the period before it has the same end', () => {
    const moment = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2032, 0) })
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    fc.assert(
      fc.property(moment, zone, fc.constantFrom(...PERIOD_LENGTHS), (nowMs, timeZone, length) => {
        const endsAtMs = periodEnd(length, timeZone, nowMs)
        expect(endsAtMs).to.be.above(nowMs)
        expect(periodEnd(length, timeZone, endsAtMs - 1)).to.equal(endsAtMs)
        expect(periodEnd(length, timeZone, endsAtMs)).to.be.above(endsAtMs)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a time zone', () => {
  for (const name of ['UTC', 'Europe/Moscow', 'Asia/Kolkata', '+05:30']) {
    it(`may be ${name}`, () => {
      expect(isTimeZone(name)).to.equal(true)
    })
  }
  for (const name of ['', 'Mars/Olympus', 'Europe/Moscow ', '25:00', 'local']) {
    it(`cannot be ${JSON.stringify(name)}`, () => {
      expect(isTimeZone(name)).to.equal(false)
    })
  }
})
