import { expect } from 'chai'
import { judgePayment, type Payment } from '../../../src/domain/payments/payment.ts'
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
  provider: 'sandbox',
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

describe('a payment, held against its top-up', () => {
  it('credits, cancels or waits as the provider says', () => {
    expect(judgePayment(TOP_UP, PAYMENT, false)).to.deep.equal({ tag: 'credit' })
    expect(judgePayment(TOP_UP, { ...PAYMENT, status: 'canceled' }, false)).to.deep.equal({ tag: 'cancel' })
    expect(judgePayment(TOP_UP, { ...PAYMENT, status: 'pending' }, false)).to.deep.equal({ tag: 'wait' })
  })

  it('does not move a top-up that has ended', () => {
    const ended = { ...TOP_UP, paymentId: 'payment' }
    expect(judgePayment({ ...ended, status: 'succeeded' }, PAYMENT, false)).to.deep.equal({ tag: 'ended' })
    const canceled = { ...PAYMENT, status: 'canceled' } as const
    expect(judgePayment({ ...ended, status: 'canceled' }, canceled, false)).to.deep.equal({ tag: 'ended' })
  })

  it('calls for someone when it was taken after its top-up was canceled', () => {
    const ended = { ...TOP_UP, paymentId: 'payment', status: 'canceled' } as const
    expect(judgePayment(ended, PAYMENT, false)).to.deep.equal({ tag: 'payment_mismatch', field: 'status' })
  })

  it('is credited, awaited or given up where its top-up only made room for another', () => {
    const superseded = { ...TOP_UP, paymentId: 'payment', status: 'canceled', superseded: true } as const
    expect(judgePayment(superseded, PAYMENT, false)).to.deep.equal({ tag: 'credit' })
    expect(judgePayment(superseded, { ...PAYMENT, status: 'canceled' }, false)).to.deep.equal({ tag: 'cancel' })
    expect(judgePayment(superseded, { ...PAYMENT, status: 'pending' }, false)).to.deep.equal({ tag: 'wait' })
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
      expect(judgePayment(TOP_UP, { ...PAYMENT, ...change }, false)).to.deep.equal({ tag: 'payment_mismatch', field })
    })
  }

  it('is refused when another payment was made for the top-up before', () => {
    const verdict = judgePayment({ ...TOP_UP, paymentId: 'first' }, PAYMENT, false)
    expect(verdict).to.deep.equal({ tag: 'payment_mismatch', field: 'payment' })
  })

  it('may be a test payment where those count', () => {
    expect(judgePayment(TOP_UP, { ...PAYMENT, test: true }, true)).to.deep.equal({ tag: 'credit' })
  })
})
