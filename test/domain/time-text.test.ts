import { expect } from 'chai'
import { timeTexts } from '../../src/domain/time-text.ts'

describe('The text of a time', () => {
  it('is that of its own millisecond, whatever was asked for before', () => {
    const timeText = timeTexts()
    const [first, second] = [Date.UTC(2026, 10, 25, 14, 44, 39, 7), Date.UTC(2026, 10, 25, 14, 44, 39, 8)]
    expect([first, first, second, first].map(timeText)).to.deep.equal([
      '2026-11-25T14:44:39.007Z',
      '2026-11-25T14:44:39.007Z',
      '2026-11-25T14:44:39.008Z',
      '2026-11-25T14:44:39.007Z',
    ])
  })
})
