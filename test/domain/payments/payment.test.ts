import { expect } from 'chai'
import { judgePayment } from '../../../src/domain/payments/payment.ts'
import type { Payment } from '../../../src/domain/payments/payment.ts'
import type { TopUp } from '../../../src/domain/payments/top-up.ts'

const TOP_UP: TopUp = {
  id: 'top-up',
  userId: 'user',
  walletId: 'wallet',
  currency: 'TOKEN',
  amount: 5_000_000n,
  price: 10_000_000n,
  status: 'pending',
  superseded: false,
  provider: 'bank',
  paymentId: null,
  confirmationUrl: null,
  createdAt: new Date(0),
}
const PAYMENT: Payment = {
  id: 'payment',
  status: 'succeeded',
  amount: 10_000_000n,
  currency: 'RUB',
  topUpId: 'top-up',
  test: false,
  confirmationUrl: null,
}

const REAL = { provider: 'bank', acceptsTest: false }

describe('a payment compared with its top-up', () => {
  it('credits, cancels or waits by the status of the payment', () => {
    expect(judgePayment(TOP_UP, PAYMENT, REAL)).to.deep.equal({ tag: 'credit' })
    expect(judgePayment(TOP_UP, { ...PAYMENT, status: 'canceled' }, REAL)).to.deep.equal({ tag: 'cancel' })
    expect(judgePayment(TOP_UP, { ...PAYMENT, status: 'pending' }, REAL)).to.deep.equal({ tag: 'wait' })
  })

  it('does not change a top-up that has ended', () => {
    const ended = { ...TOP_UP, paymentId: 'payment' }
    expect(judgePayment({ ...ended, status: 'succeeded' }, PAYMENT, REAL)).to.deep.equal({ tag: 'ended' })
    const canceled = { ...PAYMENT, status: 'canceled' } as const
    expect(judgePayment({ ...ended, status: 'canceled' }, canceled, REAL)).to.deep.equal({ tag: 'ended' })
  })

  it('is a mismatch when it succeeds after its top-up was canceled', () => {
    const ended = { ...TOP_UP, paymentId: 'payment', status: 'canceled' } as const
    expect(judgePayment(ended, PAYMENT, REAL)).to.deep.equal({ tag: 'payment_mismatch', field: 'status' })
  })

  it('is credited, awaited or canceled when its top-up only made room for another', () => {
    const superseded = { ...TOP_UP, paymentId: 'payment', status: 'canceled', superseded: true } as const
    expect(judgePayment(superseded, PAYMENT, REAL)).to.deep.equal({ tag: 'credit' })
    expect(judgePayment(superseded, { ...PAYMENT, status: 'canceled' }, REAL)).to.deep.equal({ tag: 'cancel' })
    expect(judgePayment(superseded, { ...PAYMENT, status: 'pending' }, REAL)).to.deep.equal({ tag: 'wait' })
  })

  const WRONG: readonly (readonly [field: string, payment: Partial<Payment>])[] = [
    ['order', { topUpId: 'another' }],
    ['order', { topUpId: null }],
    ['amount', { amount: 9_999_999n }],
    ['amount', { amount: 10_000_001n }],
    ['currency', { currency: 'USD' }],
    ['test', { test: true }],
  ]
  for (const [field, change] of WRONG) {
    it(`is refused for the wrong ${field}: ${Object.values(change).join()}`, () => {
      expect(judgePayment(TOP_UP, { ...PAYMENT, ...change }, REAL)).to.deep.equal({ tag: 'payment_mismatch', field })
    })
  }

  it('is refused when another payment was made for the top-up before', () => {
    const verdict = judgePayment({ ...TOP_UP, paymentId: 'first' }, PAYMENT, REAL)
    expect(verdict).to.deep.equal({ tag: 'payment_mismatch', field: 'payment' })
  })

  it('is refused when another provider describes it', () => {
    const verdict = judgePayment(TOP_UP, PAYMENT, { ...REAL, provider: 'another' })
    expect(verdict).to.deep.equal({ tag: 'payment_mismatch', field: 'provider' })
  })

  it('may be a test payment where test payments count', () => {
    expect(judgePayment(TOP_UP, { ...PAYMENT, test: true }, { ...REAL, acceptsTest: true })).to.deep.equal({
      tag: 'credit',
    })
  })
})
