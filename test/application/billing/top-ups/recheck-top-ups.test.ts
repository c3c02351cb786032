import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import { recheckTopUps } from '../../../../src/application/billing/top-ups/recheck-top-ups.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'
import { scriptedPayments } from '../../../twins/billing/payment-gateway.ts'
import { bodyOf, topUpBench } from './top-up-bench.ts'

const SECONDS = 1_000
const HOURS = 3_600 * SECONDS

const bench = async (database: TestDatabase) => {
  // Each test has its own provider, because the loop asks about every top-up of a provider.
  const payments = scriptedPayments(`scripted-${Math.random()}`)
  const ground = await topUpBench(database, payments)
  const clock = { laterMs: 0, now: () => Date.now() + clock.laterMs }
  const settledClock = { behindMs: 0, now: () => clock.now() - settledClock.behindMs }
  const unknown: string[] = []
  const deps = {
    topUps: ground.stores.topUps,
    unitOfWork: ground.unitOfWork,
    payments: ground.payments,
    checkPayment: ground.check,
    ids: { next: testId },
    clock,
    settledClock,
    onUnknown: (topUpId: string) => void unknown.push(topUpId),
  }
  return {
    ...ground,
    unknown,
    deps,
    payments,
    clock,
    settledClock,
    recheck: recheckTopUps(deps),
    again: recheckTopUps(deps),
  }
}

describeOnDatabases('asking about top-ups that wait', (database) => {
  it('credits a payment without a notification once, from any number of instances', async () => {
    const { buy, payments, clock, recheck, again, balance } = await bench(database())
    const { id = '' } = bodyOf(await buy())
    payments.change(id, { status: 'succeeded' })
    expect(await recheck(), 'not at once: the notification may be on its way').to.equal(0)
    clock.laterMs = 20 * SECONDS
    const ended = await Promise.all([recheck(), again(), recheck()])
    expect(ended.toSorted((one, other) => one - other)).to.deep.equal([0, 0, 1])
    expect(await balance()).to.equal(100_000_000n)
    clock.laterMs = HOURS
    expect(await recheck()).to.equal(0)
  })

  it('asks less often the longer a top-up waits', async () => {
    const { buy, clock, recheck, stores, payments } = await bench(database())
    await buy()
    clock.laterMs = 20 * SECONDS
    await recheck()
    const dueAfter = async (laterMs: number): Promise<number> =>
      (await stores.topUps.claimDue(payments.provider, new Date(Date.now() + laterMs), 10)).length
    expect(await dueAfter(30 * SECONDS)).to.equal(0)
    expect(await dueAfter(HOURS)).to.equal(1)
    expect(await dueAfter(HOURS + 500 * SECONDS)).to.equal(0)
    expect(await dueAfter(HOURS + 700 * SECONDS)).to.equal(1)
  })

  it('cancels with the provider, and stops when the provider cannot be asked', async () => {
    const { buy, payments, clock, recheck, stores } = await bench(database())
    const one = bodyOf(await buy({ key: 'one' }))['id'] ?? ''
    const two = bodyOf(await buy({ key: 'two' }))['id'] ?? ''
    for (const id of [one, two]) payments.change(id, { status: 'canceled' })
    payments.failNext('unavailable')
    clock.laterMs = HOURS
    expect(await recheck()).to.equal(0)
    clock.laterMs = 2 * HOURS
    expect(await recheck()).to.equal(2)
    expect((await stores.topUps.find(one))?.status).to.equal('canceled')
  })

  it('credits what stands before and behind a payment that the provider never describes', async () => {
    const { buy, payments, clock, deps, check, balance } = await bench(database())
    const orders = [await buy({ key: 'one' }), await buy({ key: 'mute' }), await buy({ key: 'three' })]
    const [one = '', mute = '', three = ''] = orders.map((order) => bodyOf(order)['id'])
    for (const id of [one, three]) payments.change(id, { status: 'succeeded' })
    const unavailable = left({ tag: 'payment_unavailable', message: 'of another form' } as const)
    const checkPayment: typeof check = async (input) => (input.topUpId === mute ? unavailable : check(input))
    const recheck = recheckTopUps({ ...deps, checkPayment })
    clock.laterMs = HOURS
    await recheck()
    clock.laterMs += SECONDS
    await recheck()
    expect(await balance()).to.equal(200_000_000n)
  })

  for (const [name, failure, isReported] of [
    ['its provider does not know', { tag: 'payment_refused', message: 'no such payment' }, true],
    ['is not the one ordered', { tag: 'payment_mismatch', field: 'amount' }, false],
  ] as const) {
    it(`gives up after a week a payment that ${name}, and credits it if it is paid after all`, async () => {
      const { buy, payments, clock, deps, check, stores, balance, unknown } = await bench(database())
      const { id = '' } = bodyOf(await buy())
      const found = await stores.topUps.find(id)
      const recheck = recheckTopUps({ ...deps, checkPayment: async () => left(failure) })
      const recheckAt = async (laterMs: number) => {
        clock.laterMs = laterMs
        return { ended: await recheck(), unknown: unknown.splice(0) }
      }
      const reported = isReported ? [id] : []
      expect(await recheckAt(20 * SECONDS)).to.deep.equal({ ended: 0, unknown: [] })
      expect(await recheckAt(2 * HOURS)).to.deep.equal({ ended: 0, unknown: reported })
      expect(await recheckAt(7 * 24 * HOURS - HOURS)).to.deep.equal({ ended: 0, unknown: reported })
      expect(await recheckAt(7 * 24 * HOURS + HOURS)).to.deep.equal({ ended: 1, unknown: reported })
      expect(await stores.topUps.find(id)).to.include({ status: 'canceled', superseded: true })
      expect(await recheckAt(9 * 24 * HOURS), 'asked no more').to.deep.equal({ ended: 0, unknown: [] })
      payments.change(id, { status: 'succeeded' })
      await check({ provider: payments.provider, paymentId: found?.paymentId ?? '', topUpId: null })
      expect(await balance()).to.equal(100_000_000n)
    })
  }

  it('asks about no further one when the process stops', async () => {
    const { buy, clock, deps, check } = await bench(database())
    for (const key of ['one', 'two']) await buy({ key })
    const stopping = new AbortController()
    let asked = 0
    const checkPayment: typeof check = async (input) => {
      asked += 1
      stopping.abort()
      return check(input)
    }
    clock.laterMs = HOURS
    await recheckTopUps({ ...deps, checkPayment })(stopping.signal)
    expect(asked).to.equal(1)
  })

  it('cancels an order without a payment when the provider no longer knows its idempotence key', async () => {
    const { buy, payments, clock, settledClock, recheck, stores, userId } = await bench(database())
    payments.failNext('throws')
    await buy().catch(() => null)
    const row = await database()
      .db.selectFrom('top_ups')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    clock.laterMs = 24 * HOURS
    expect(await recheck()).to.equal(0)
    clock.laterMs = 26 * HOURS
    settledClock.behindMs = 26 * HOURS
    expect(await recheck(), 'by a clock that is ahead for a moment').to.equal(0)
    clock.laterMs = 27 * HOURS
    settledClock.behindMs = 0
    expect(await recheck()).to.equal(1)
    expect((await stores.topUps.find(row.id))?.status).to.equal('canceled')
  })
})
