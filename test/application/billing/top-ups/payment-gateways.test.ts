import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { paymentGateways } from '../../../../src/application/billing/top-ups/payment-gateways.ts'
import { recheckTopUps } from '../../../../src/application/billing/top-ups/recheck-top-ups.ts'
import { refundTopUp } from '../../../../src/application/billing/top-ups/refund-top-up.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'
import { scriptedPayments } from '../../../twins/billing/payment-gateway.ts'
import { bodyOf, topUpBench } from './top-up-bench.ts'

const HOURS = 3_600_000

/** An installation that sells through `first`, and a second provider for later. */
const bench = async (database: TestDatabase) => {
  const [first, second] = [`first-${testId()}`, `second-${testId()}`].map((name) => scriptedPayments(name))
  if (first === undefined || second === undefined) throw new Error('there are two')
  const ground = await topUpBench(database, first)
  const { unitOfWork, payments, stores, check } = ground
  const clock = { laterMs: 0, now: () => Date.now() + clock.laterMs }
  const ids = { next: testId }
  const recheck = recheckTopUps({
    topUps: stores.topUps,
    unitOfWork,
    payments,
    checkPayment: check,
    ids,
    clock,
    settledClock: clock,
    onUnknown: () => undefined,
  })
  const refund = refundTopUp({ unitOfWork, payments, ids })
  const order = async (key: string): Promise<string> => bodyOf(await ground.buy({ key }))['id'] ?? ''
  return {
    ...ground,
    first,
    second,
    clock,
    recheck,
    order,
    give: (topUpId: string) => refund({ topUpId, amount: null, requestId: null }),
  }
}

describe('payment gateways', () => {
  it('have different ids', () => {
    expect(() => paymentGateways([scriptedPayments('one'), scriptedPayments('one')])).to.throw('same id')
  })
})

describeOnDatabases('top-ups of several providers', (database) => {
  it('stay with the provider that took them: it is asked, rechecked and refunds', async () => {
    const { first, second, order, configure, read, recheck, clock, give, userId, balance } = await bench(database())
    const old = await order('old')
    configure(second, first)
    const [fresh, lost] = [await order('fresh'), await order('lost')]
    expect([first.orders.length, second.orders.length]).to.deep.equal([1, 2])
    first.change(old, { status: 'succeeded' })
    for (const id of [fresh, lost]) second.change(id, { status: 'succeeded' })
    for (const topUpId of [old, fresh]) {
      expect(await read({ userId, topUpId })).to.have.nested.property('right.status', 'succeeded')
    }
    clock.laterMs = HOURS
    expect(await recheck(), 'the lost notification').to.equal(1)
    expect(await balance()).to.equal(300_000_000n)
    for (const id of [old, fresh]) expect(isRight(await give(id))).to.equal(true)
    expect([first, second].map((each) => each.refunds().map(({ paymentId }) => paymentId))).to.deep.equal([
      [`payment-${old}`],
      [`payment-${fresh}`],
    ])
  })

  it('wait while their provider is not configured, and are credited once it is again', async () => {
    const { first, second, order, configure, read, check, recheck, clock, userId, balance } = await bench(database())
    const topUpId = await order('key')
    first.change(topUpId, { status: 'succeeded' })
    configure(second)
    clock.laterMs = 48 * HOURS
    expect(await recheck()).to.equal(0)
    expect(await read({ userId, topUpId })).to.have.nested.property('right.status', 'pending')
    const asked = await check({ provider: first.provider, paymentId: `payment-${topUpId}`, topUpId })
    expect(asked).to.deep.include({ left: { tag: 'payment_provider_not_configured', provider: first.provider } })
    configure(second, first)
    expect(await recheck()).to.equal(1)
    expect(await balance()).to.equal(100_000_000n)
  })

  it('are not refunded while their provider is not configured, and their money stays available', async () => {
    const { first, second, order, configure, read, give, userId, stores } = await bench(database())
    const topUpId = await order('key')
    first.change(topUpId, { status: 'succeeded' })
    await read({ userId, topUpId })
    configure(second)
    expect(await give(topUpId)).to.deep.include({
      left: { tag: 'payment_provider_not_configured', provider: first.provider },
    })
    expect(second.refunds()).to.deep.equal([])
    expect((await stores.wallets.find(userId, 'RUB'))?.held).to.equal(0n)
    configure(first)
    expect(isRight(await give(topUpId))).to.equal(true)
  })

  it('are continued at the provider that opened them, although another one takes new top-ups', async () => {
    const { first, second, buy, configure } = await bench(database())
    first.failNext('throws')
    await buy().catch(() => null)
    configure(second, first)
    const { id } = bodyOf(await buy())
    expect([first.orders.map(({ topUpId }) => topUpId), second.orders]).to.deep.equal([[id, id], []])
  })

  it('leave their key free when the provider that opened them is no longer configured', async () => {
    const { first, second, buy, configure, stores, userId } = await bench(database())
    first.failNext('throws')
    await buy().catch(() => null)
    configure(second)
    expect(await buy()).to.have.nested.property('left.tag', 'payment_provider_not_configured')
    expect(await stores.topUps.pendingOf(userId), 'no order keeps a place').to.deep.equal([])
    expect(bodyOf(await buy())['status']).to.equal('pending')
    expect(second.orders).to.have.length(1)
  })

  it('are credited by no payment of another provider, even one that names them', async () => {
    const { first, second, order, configure, check, balance, mismatches } = await bench(database())
    const topUpId = await order('key')
    configure(first, second)
    await second.create({ topUpId, price: 100_000_000n, description: '', returnUrl: '' })
    second.change(topUpId, { status: 'succeeded' })
    await check({ provider: second.provider, paymentId: `payment-${topUpId}`, topUpId: null })
    expect([mismatches, await balance()]).to.deep.equal([['provider'], 0n])
  })

  it('are not sold where no provider is configured, and the key stays free', async () => {
    const { first, buy, configure, stores, userId } = await bench(database())
    configure()
    expect(await buy()).to.have.nested.property('left.tag', 'payment_unavailable')
    expect(await stores.topUps.page({ userId, status: null, before: null, limit: 1 })).to.deep.equal([])
    configure(first)
    expect(bodyOf(await buy())['status']).to.equal('pending')
  })
})
