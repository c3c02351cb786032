import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { priceTopUp } from '../../../src/domain/payments/price-top-up.ts'

const TERMS = { least: 1_000_000n, most: 1_000_000_000_000n, tokenPrice: 1_500_000n }

describe('price of a top-up', () => {
  it('is the amount for roubles, and the rate for tokens', () => {
    expect(priceTopUp({ currency: 'RUB', micro: 100_000_000n }, TERMS)).to.deep.equal(right(100_000_000n))
    expect(priceTopUp({ currency: 'TOKEN', micro: 100_000_000n }, TERMS)).to.deep.equal(right(150_000_000n))
  })

  it('is rounded up to a kopeck, never down', () => {
    expect(priceTopUp({ currency: 'TOKEN', micro: 1_000_001n }, TERMS)).to.deep.equal(right(1_510_000n))
  })

  it('is refused for a part of a kopeck, which would be paid and not credited', () => {
    for (const micro of [1_000_001n, 5_123_000n]) {
      expect(priceTopUp({ currency: 'RUB', micro }, TERMS)).to.deep.equal(left({ tag: 'amount_below_kopeck' }))
    }
    expect(priceTopUp({ currency: 'RUB', micro: 5_120_000n }, TERMS)).to.deep.equal(right(5_120_000n))
  })

  it('exists only within the limits, both ends included', () => {
    const tagOf = (micro: bigint): boolean => isLeft(priceTopUp({ currency: 'RUB', micro }, TERMS))
    expect([999_999n, 1_000_000n, 1_000_000_000_000n, 1_000_000_000_001n, -1n].map(tagOf)).to.deep.equal([
      true,
      false,
      false,
      true,
      true,
    ])
  })
})
