import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { priceRefund } from '../../../src/domain/payments/refund.ts'
import type { TopUp } from '../../../src/domain/payments/top-up.ts'

const paid = (amount: bigint, price: bigint): TopUp => ({
  id: 'top-up',
  userId: 'user',
  walletId: 'wallet',
  currency: 'TOKEN',
  amount,
  price,
  status: 'succeeded',
  superseded: false,
  provider: 'yookassa',
  paymentId: 'payment',
  confirmationUrl: null,
  createdAt: new Date(0),
})

type Part = { readonly amount: bigint; readonly price: bigint; readonly status: 'pending' | 'succeeded' | 'canceled' }

/** Refunds part after part and lists the roubles of each. */
const inParts = (topUp: TopUp, parts: readonly (bigint | null)[]): readonly bigint[] => {
  const given: Part[] = []
  for (const part of parts) {
    const priced = priceRefund(topUp, given, part)
    if (isLeft(priced)) throw new Error(priced.left.tag)
    given.push({ ...priced.right, status: 'succeeded' })
  }
  return given.map(({ price }) => price)
}

describe('giving a top-up back', () => {
  it('refunds the whole price for the whole amount', () => {
    expect(priceRefund(paid(100n, 1_500_000n), [], null)).to.deep.equal({
      _tag: 'Right',
      right: { amount: 100n, price: 1_500_000n },
    })
  })

  it('refunds parts in whole kopecks that sum to exactly what was paid', () => {
    const third = 33_000_000n
    const prices = inParts(paid(100_000_000n, 10_000_000n), [third, third, third, null])
    expect(prices).to.deep.equal([3_300_000n, 3_300_000n, 3_300_000n, 100_000n])
    const odd = inParts(paid(3n, 10_000_000n), [1n, 1n, 1n])
    expect(odd).to.deep.equal([3_330_000n, 3_330_000n, 3_340_000n])
  })

  it('gives roubles back in whole kopecks, so that what leaves the wallet is what the customer gets', () => {
    const topUp: TopUp = { ...paid(30_000_000n, 30_000_000n), currency: 'RUB' }
    const refused = { left: { tag: 'refund_below_kopeck' } }
    for (const amount of [1n, 10_001_000n, 29_999_999n]) {
      expect(priceRefund(topUp, [], amount)).to.deep.include(refused)
    }
    expect(inParts(topUp, [10_010_000n, null])).to.deep.equal([10_010_000n, 19_990_000n])
    const fine: Part = { amount: 10_001_000n, price: 10_000_000n, status: 'succeeded' }
    expect(priceRefund(topUp, [fine], null), 'what is left goes back whole').to.have.deep.property('right', {
      amount: 19_999_000n,
      price: 20_000_000n,
    })
  })

  it('counts pending refunds and not canceled ones', () => {
    const topUp = paid(100n, 1_000_000n)
    const earlier = (status: Part['status']): readonly Part[] => [{ amount: 60n, price: 600_000n, status }]
    expect(priceRefund(topUp, earlier('pending'), 50n)).to.deep.include({
      left: { tag: 'refund_exceeds_top_up', left: 40n },
    })
    expect(priceRefund(topUp, earlier('canceled'), 50n)).to.have.property('_tag', 'Right')
  })

  it('refuses an unpaid top-up, an amount of zero, and less than a kopeck', () => {
    const tagOf = (refused: ReturnType<typeof priceRefund>) => (isLeft(refused) ? refused.left.tag : 'priced')
    expect(tagOf(priceRefund({ ...paid(100n, 10_000n), status: 'pending' }, [], null))).to.equal('top_up_not_paid')
    expect(tagOf(priceRefund(paid(100n, 10_000n), [], 0n))).to.equal('refund_exceeds_top_up')
    expect(tagOf(priceRefund(paid(100n, 10_000n), [], -1n))).to.equal('refund_exceeds_top_up')
    expect(tagOf(priceRefund(paid(100n, 10_000n), [], 99n))).to.equal('refund_too_small')
  })
})
