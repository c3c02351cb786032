import { expect } from 'chai'
import { decideLowBalance } from '../../../src/domain/marks/low-balance.ts'

const NOTICED = { lastSeq: 1n }

describe('a low balance', () => {
  it('is noticed once, and again after the balance was at the threshold', () => {
    expect(decideLowBalance(99n, 100n, null, false)).to.equal('notify')
    expect(decideLowBalance(99n, 100n, NOTICED, false)).to.equal('stay')
    expect(decideLowBalance(100n, 100n, NOTICED, false)).to.equal('arm')
    expect(decideLowBalance(99n, 100n, NOTICED, true)).to.equal('notify')
  })

  it('is never noticed without a threshold', () => {
    expect(decideLowBalance(0n, null, null, false)).to.equal('arm')
  })
})
