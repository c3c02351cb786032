import { expect } from 'chai'
import { purchaseCost } from '../../../src/domain/pricing/purchase.ts'
import type { PurchasePrices, UsedSum } from '../../../src/domain/pricing/purchase.ts'

const NOTHING: UsedSum = {
  answered: 0,
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  images: 0,
  milliseconds: 0,
}

/** The cost in micro-roubles. */
const costOf = (prices: PurchasePrices, used: Partial<UsedSum>): bigint => purchaseCost(prices, { ...NOTHING, ...used })

describe('what a provider asks for the calls of a model', () => {
  it('counts tokens of each kind once, those of the cache at their own price', () => {
    const prices = {
      inputPerMillion: 100_000_000n,
      cachedInputPerMillion: 10_000_000n,
      cacheWritePerMillion: 125_000_000n,
      outputPerMillion: 400_000_000n,
    }
    const used = { inputTokens: 1_000, cachedTokens: 300, cacheWriteTokens: 200, outputTokens: 50 }
    expect(costOf(prices, used)).to.equal(50_000n + 3_000n + 25_000n + 20_000n)
  })

  it('takes tokens of the cache for other input where they have no price of their own', () => {
    expect(costOf({ inputPerMillion: 100_000_000n }, { inputTokens: 1_000, cachedTokens: 999 })).to.equal(100_000n)
  })

  it('counts images, seconds and answered calls', () => {
    expect(costOf({ perImage: 3_000_000n }, { images: 4 })).to.equal(12_000_000n)
    expect(costOf({ perSecond: 500_000n }, { milliseconds: 2_500 })).to.equal(1_250_000n)
    expect(costOf({ perCall: 7n }, { answered: 3 })).to.equal(21n)
  })

  it('is rounded up once, and nothing where nothing has a price or nothing was used', () => {
    expect(costOf({ inputPerMillion: 1n, perSecond: 1n }, { inputTokens: 1, milliseconds: 1 })).to.equal(1n)
    expect(costOf({}, { inputTokens: 5, images: 5, milliseconds: 5, answered: 5 })).to.equal(0n)
    expect(costOf({ inputPerMillion: 5n, perSecond: 5n, perCall: 5n, perImage: 5n }, {})).to.equal(0n)
  })

  it('is exact where sums are larger than a number of money could be', () => {
    const used = { inputTokens: 9_000_000_000_001 }
    expect(costOf({ inputPerMillion: 1_000_000n }, used)).to.equal(9_000_000_000_001n)
  })
})
