import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import type { PaymentGateway } from '../../../../src/application/ports/billing/payment-gateway.ts'
import type { TopUpStatus } from '../../../../src/domain/payments/top-up.ts'
import { measuredPayments, paidTopUps } from '../../../../src/infrastructure/observability/metrics/measured-payments.ts'

const gatewayOf = (status: TopUpStatus, topUpId: string | null): PaymentGateway => {
  const payment = { id: 'p', status, amount: 1n, currency: 'RUB', topUpId, test: false, confirmationUrl: null }
  return { fetch: async () => right(payment) } as unknown as PaymentGateway
}

describe('a measured payment provider', () => {
  it('has the top-ups noted that it calls paid, and no others', async () => {
    const paid = paidTopUps(() => 5)
    const id = randomUUID()
    const other = [gatewayOf('pending', randomUUID()), gatewayOf('succeeded', null), gatewayOf('succeeded', 'shop-17')]
    for (const gateway of other) await measuredPayments(gateway, paid).fetch('p')
    expect(paid.ids()).to.deep.equal([])
    expect(paid.oldestMs()).to.equal(null)
    await measuredPayments(gatewayOf('succeeded', id), paid).fetch('p')
    expect(paid.ids()).to.deep.equal([id])
    expect(paid.oldestMs()).to.equal(5)
  })

  it('drops a top-up that has ended, and its age counts from the first report', () => {
    let nowMs = 1
    const paid = paidTopUps(() => nowMs)
    const [first, second] = [randomUUID(), randomUUID()]
    paid.note(first)
    nowMs = 2
    paid.note(second)
    paid.note(first)
    expect(paid.oldestMs()).to.equal(1)
    paid.ended([first, second], new Set([second]))
    expect(paid.ids()).to.deep.equal([second])
    expect(paid.oldestMs()).to.equal(2)
  })

  it('keeps a top-up that was noted while the database was asked', () => {
    const paid = paidTopUps(() => 1)
    const [asked, later] = [randomUUID(), randomUUID()]
    paid.note(asked)
    const ids = paid.ids()
    paid.note(later)
    paid.ended(ids, new Set())
    expect(paid.ids()).to.deep.equal([later])
  })
})
