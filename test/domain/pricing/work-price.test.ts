import { expect } from 'chai'
import { priceOfWork } from '../../../src/domain/pricing/work-price.ts'

describe('the price of work', () => {
  it('is what was agreed, or goes by the seconds', () => {
    expect(priceOfWork({ tag: 'fixed', micro: 7n }, 4)).to.equal(7n)
    expect(priceOfWork({ tag: 'per_second', micro: 7n }, 4)).to.equal(28n)
  })
})
