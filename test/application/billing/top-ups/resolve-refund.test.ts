import { expect } from 'chai'
import { isRight, left } from 'fp-ts/lib/Either.js'
import { refundTopUp } from '../../../../src/application/billing/top-ups/refund-top-up.ts'
import { resolveRefund } from '../../../../src/application/billing/top-ups/resolve-refund.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { auditViolations } from '../../../support/ledger/audit-violations.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'
import { scriptedPayments } from '../../../twins/billing/payment-gateway.ts'
import { ageRefunds, bodyOf, topUpBench } from './top-up-bench.ts'

const DAY_MS = 24 * 3_600_000

/** A paid top-up of 100 roubles, of which 40 are on their way back: the payment provider's answer was lost. */
const bench = async (database: TestDatabase) => {
  const payments = scriptedPayments()
  const ground = await topUpBench(database, payments)
  const topUpId = bodyOf(await ground.buy())['id'] ?? ''
  payments.change(topUpId, { status: 'succeeded' })
  await ground.read({ userId: ground.userId, topUpId })
  const { unitOfWork, stores } = ground
  const give = refundTopUp({ unitOfWork, payments: ground.payments, ids: { next: testId } })
  const resolve = resolveRefund({ topUps: stores.topUps, unitOfWork, payments: ground.payments })
  payments.failNext('unavailable')
  await give({ topUpId, amount: 40_000_000n, requestId: null })
  return {
    payments,
    passDay: () => ageRefunds(database, topUpId, 24),
    give: () => give({ topUpId, amount: 10_000_000n, requestId: null }),
    resolve: (status: 'succeeded' | 'canceled', id: string = topUpId) =>
      resolve({ topUpId: id, end: status === 'succeeded' ? { status, providerRefundId: 'r-1' } : { status } }),
    wallet: async () => {
      const found = await stores.wallets.find(ground.userId, 'RUB')
      return found === null ? null : [found.balance, found.held]
    },
    endsOfHolds: async () => {
      const held = database.db.selectFrom('holds').select('expires_at').where('state', '=', 'held')
      return (await held.execute()).map(({ expires_at: at }) => at.getTime())
    },
    isClean: async () => (await auditViolations(database.db)).length === 0,
  }
}

describeOnDatabases('a refund without a final answer', (database) => {
  it('is not ended by an operator while its payment provider can still be asked', async () => {
    const { resolve, wallet, endsOfHolds } = await bench(database())
    expect(await resolve('canceled')).to.deep.equal(left({ tag: 'refund_under_way' }))
    expect(await resolve('canceled', testId())).to.deep.equal(left({ tag: 'top_up_not_found' }))
    expect(await wallet()).to.deep.equal([100_000_000n, 40_000_000n])
    const ends = await endsOfHolds()
    expect(ends).to.have.length(1)
    expect(ends[0], 'no sweep frees the money of a refund').to.be.greaterThan(Date.now() + 365 * DAY_MS)
  })

  it('ends as paid once an operator has found it so: the wallet pays, and the rest can be refunded', async () => {
    const { passDay, give, resolve, wallet, isClean } = await bench(database())
    await passDay()
    expect(await give()).to.have.nested.property('left.tag', 'refund_under_way')
    expect(await resolve('succeeded')).to.have.nested.property('right.status', 'succeeded')
    expect(await resolve('succeeded')).to.deep.equal(left({ tag: 'no_refund_under_way' }))
    expect(await wallet()).to.deep.equal([60_000_000n, 0n])
    expect(isRight(await give())).to.equal(true)
    expect(await wallet()).to.deep.equal([50_000_000n, 0n])
    expect(await isClean()).to.equal(true)
  })

  it('ends as refused once an operator has found it so, and its money is free again', async () => {
    const { passDay, resolve, wallet, isClean } = await bench(database())
    await passDay()
    expect(await resolve('canceled')).to.have.nested.property('right.status', 'canceled')
    expect(await wallet()).to.deep.equal([100_000_000n, 0n])
    expect(await isClean()).to.equal(true)
  })
})
