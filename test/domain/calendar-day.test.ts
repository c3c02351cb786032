import { expect } from 'chai'
import { dayBegins } from '../../src/domain/calendar-day.ts'

describe('A day in the calendar', () => {
  it('begins at midnight in UTC', () => {
    expect(dayBegins('2028-02-29')).to.equal(Date.UTC(2028, 1, 29))
  })

  for (const text of [
    '2026-02-29',
    '2026-02-31',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '26-1-1',
    '',
  ]) {
    it(`is not "${text}"`, () => expect(dayBegins(text)).to.equal(null))
  }
})
