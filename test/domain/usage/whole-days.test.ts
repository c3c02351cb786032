import { expect } from 'chai'
import { wholeDays } from '../../../src/domain/usage/whole-days.ts'

describe('the whole days of UTC between two times', () => {
  for (const [from, to, first, last] of [
    ['2026-01-01T00:00Z', '2026-01-03T00:00Z', '2026-01-01', '2026-01-03'],
    ['2026-01-01T00:01Z', '2026-01-03T23:59Z', '2026-01-02', '2026-01-03'],
    ['2026-01-01T21:00Z', '2026-01-02T21:00Z', '2026-01-02', '2026-01-02'],
    ['2026-01-01T10:00Z', '2026-01-01T12:00Z', '2026-01-02', '2026-01-02'],
  ] as const) {
    it(`are those from ${first} to before ${last} between ${from} and ${to}`, () => {
      expect(wholeDays(new Date(from), new Date(to))).to.deep.equal({ from: new Date(first), to: new Date(last) })
    })
  }
})
