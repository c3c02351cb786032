import { expect } from 'chai'
import { measuredReservations } from '../../../../src/infrastructure/observability/metrics/measured-reservations.ts'
import { openMetrics } from '../../../../src/infrastructure/observability/metrics/open-metrics.ts'
import { figuresOf } from '../../../support/samples.ts'
import { bookStage, KEY, WALLET } from '../../../application/billing/reservations/book-stage.ts'

describe('the count of calls by how their money was held', () => {
  it('knows admitted calls from those with holds of their own, and counts none that was not admitted', async () => {
    const on = bookStage()
    const { metrics, expose } = openMetrics()
    const book = measuredReservations(on.book, metrics)
    const call = { operationId: 'o', walletId: WALLET, budgetId: KEY, holdMicro: 10n, kind: 'chat' }
    expect(book.admit(call)).to.equal(null)
    book.count(call).end(1n)
    await on.warmUp()
    expect(book.admit(call)).not.to.equal(null)
    const held = figuresOf(expose(), 'gateway_calls_held_total')
    expect(held).to.deep.equal({ own_hold: 1, reserved: 1 })
  })
})
