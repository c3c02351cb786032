import { expect } from 'chai'
import { isGiven } from '../../src/domain/json.ts'

describe('isGiven', () => {
  it('is true of every value but those that leave a field out', () => {
    expect([0, '', false, [], {}].every(isGiven)).to.equal(true)
    expect([undefined, null].some(isGiven)).to.equal(false)
  })
})
