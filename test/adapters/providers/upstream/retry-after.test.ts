import { expect } from 'chai'
import { retryAfterSeconds } from '../../../../src/adapters/providers/upstream/retry-after.ts'

describe('retryAfterSeconds', () => {
  const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
  const cases: readonly [string, Readonly<Record<string, string | string[]>>, number | null][] = [
    ['no header', {}, null],
    ['seconds', { 'retry-after': '7' }, 7],
    ['a fraction is rounded up', { 'retry-after': '1.2' }, 2],
    ['milliseconds win and are rounded up', { 'retry-after-ms': '1500', 'retry-after': '9' }, 2],
    ['an HTTP date against the upstream clock', { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date }, 30],
    ['a date in the past', { 'retry-after': 'Wed, 21 Oct 2026 07:27:30 GMT', date }, 0],
    ['a date without a clock to read it by', { 'retry-after': date }, null],
    ['nonsense', { 'retry-after': 'soon' }, null],
    ['a negative number', { 'retry-after': '-5' }, null],
    ['the first of several', { 'retry-after': ['3', '4'] }, 3],
  ]
  for (const [title, headers, seconds] of cases) {
    it(title, () => {
      expect(retryAfterSeconds(headers)).to.equal(seconds)
    })
  }
})
