import { expect } from 'chai'
import { decideLowBalance } from '../../../src/domain/marks/low-balance.ts'

const ALERTED = { lastSeq: 1n }

describe('a low balance', () => {
  it('alerts its owner once, and again after the balance was at the threshold', () => {
    expect(decideLowBalance(99n, 100n, null, false)).to.equal('alert')
    expect(decideLowBalance(99n, 100n, ALERTED, false)).to.equal('stay')
    expect(decideLowBalance(100n, 100n, ALERTED, false)).to.equal('arm')
    expect(decideLowBalance(99n, 100n, ALERTED, true)).to.equal('alert')
  })

  it('never alerts its owner without a threshold', () => {
    expect(decideLowBalance(0n, null, null, false)).to.equal('arm')
  })
})
