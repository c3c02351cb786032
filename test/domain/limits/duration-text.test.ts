import { expect } from 'chai'
import { durationText } from '../../../src/domain/limits/duration-text.ts'

describe('duration text', () => {
  it('writes durations as rate limit headers do', () => {
    expect([0, 1, 350, 1000, 1500, 59_999, 60_000, 361_250].map(durationText)).to.deep.equal([
      '0ms',
      '1ms',
      '350ms',
      '1s',
      '1.5s',
      '59.999s',
      '1m0s',
      '6m1.25s',
    ])
  })
})
