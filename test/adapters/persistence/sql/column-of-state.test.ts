import { expect } from 'chai'
import { columnOfState } from '../../../../src/adapters/persistence/sql/column-of-state.ts'

describe('columnOfState', () => {
  it('is the value that the row has', () => {
    expect(columnOfState(0n, 'hold 1')).to.equal(0n)
  })

  it('gives a row that lacks what its state has no meaning, and names it', () => {
    expect(() => columnOfState(null, 'hold 1')).to.throw('hold 1 lacks what its state has')
  })
})
