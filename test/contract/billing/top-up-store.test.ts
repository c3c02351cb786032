import { expect } from 'chai'
import { SUPERSEDED_MS } from '../../../src/application/ports/billing/top-up-store.ts'
import type { NewTopUp } from '../../../src/application/ports/billing/top-up-store.ts'
import { POLL_INTERVAL_MS } from '../../../src/domain/limits/poll-interval.ts'
import { describeBillingStores, rejects, testId } from './billing-stores.ts'
import type { BillingStores } from './billing-stores.ts'

const order = async ({ wallets, newUser }: BillingStores): Promise<NewTopUp> => {
  const userId = await newUser()
  const walletId = testId()
  await wallets.open({ id: walletId, owner: userId, currency: 'TOKEN' })
  return { id: testId(), userId, walletId, currency: 'TOKEN', amount: 5n, price: 10_000n, provider: 'sandbox' }
}

describeBillingStores('top-up store contract', (open) => {
  it('opens a pending top-up once, however often it is asked', async () => {
    const stores = open()
    const topUp = await order(stores)
    const opened = await stores.topUps.open(topUp)
    const { createdAt, ...rest } = opened
    expect(rest).to.deep.equal({
      ...topUp,
      status: 'pending',
      superseded: false,
      paymentId: null,
      confirmationUrl: null,
    })
    expect(createdAt).to.be.instanceOf(Date)
    expect(await stores.topUps.open({ ...topUp, amount: 6n })).to.deep.equal(opened)
    expect(await stores.topUps.find(topUp.id)).to.deep.equal(opened)
    expect(await stores.topUps.find(testId())).to.equal(null)
    expect(await stores.topUps.lock(testId())).to.equal(null)
  })

  it('keeps the first payment it is given', async () => {
    const stores = open()
    const { id } = await stores.topUps.open(await order(stores))
    await stores.topUps.attachPayment(id, { id: `one-${id}`, confirmationUrl: 'https://pay.example.org/1' })
    await stores.topUps.attachPayment(id, { id: `two-${id}`, confirmationUrl: 'https://pay.example.org/2' })
    expect(await stores.topUps.lock(id)).to.include({
      paymentId: `one-${id}`,
      confirmationUrl: 'https://pay.example.org/1',
    })
  })

  it('lets one payment pay for one top-up only', async () => {
    const stores = open()
    const one = await stores.topUps.open(await order(stores))
    const two = await stores.topUps.open(await order(stores))
    const payment = { id: `shared-${one.id}`, confirmationUrl: null }
    await stores.topUps.attachPayment(one.id, payment)
    expect(await rejects(stores.topUps.attachPayment(two.id, payment))).to.equal(true)
  })

  it('gives a waiting top-up to one of many who ask, when it is due', async () => {
    const stores = open()
    const provider = `provider-${testId()}`
    const { id, createdAt } = await stores.topUps.open({ ...(await order(stores)), provider })
    const claim = (seconds: number) =>
      stores.topUps.claimDue(provider, new Date(createdAt.getTime() + seconds * 1_000), 10)
    const dueAfter = async () =>
      Math.round(
        ((await stores.topUps.firstDue([provider, 'another'], createdAt))!.getTime() - createdAt.getTime()) / 1_000,
      )
    expect(await dueAfter()).to.equal(15)
    expect(await stores.topUps.firstDue(['another'], createdAt)).to.equal(null)
    expect(await claim(14)).to.deep.equal([])
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(16)))
    expect(claims.flat().map((topUp) => topUp.id)).to.deep.equal([id])
    expect(await claim(30)).to.deep.equal([])
    expect(await dueAfter()).to.equal(31)
    expect(await claim(32)).to.have.length(1)
    expect(await claim(120)).to.have.length(1)
    expect(await dueAfter(), 'a quarter of the age').to.equal(160)
    expect(await claim(159)).to.have.length(0)
    expect(await claim(160)).to.have.length(1)
    expect(await stores.topUps.claimDue('another', new Date(createdAt.getTime() + 1e9), 10)).to.deep.equal([])
    await stores.topUps.attachPayment(id, { id: `p-${id}`, confirmationUrl: null })
    await stores.topUps.end(id, 'succeeded')
    expect(await claim(100_000)).to.deep.equal([])
    expect(await stores.topUps.firstDue([provider], createdAt)).to.equal(null)
  })

  it('gives a waiting top-up to who asks although a clock that was far ahead has claimed it', async () => {
    const stores = open()
    const provider = `provider-${testId()}`
    const { id, createdAt } = await stores.topUps.open({ ...(await order(stores)), provider })
    const after = (seconds: number): Date => new Date(createdAt.getTime() + seconds * 1_000)
    const claim = async (seconds: number) =>
      (await stores.topUps.claimDue(provider, after(seconds), 10)).map((topUp) => topUp.id)
    expect(await claim(86_400)).to.deep.equal([id])
    expect(await stores.topUps.firstDue([provider], after(60))).to.deep.equal(after(15))
    expect(await claim(60)).to.deep.equal([id])
    expect(await claim(61)).to.deep.equal([])
    // Ahead by no more than a pause: another process has just asked, whose clock runs a little faster.
    expect(await claim(400)).to.deep.equal([id])
    expect(await claim(300)).to.deep.equal([])
  })

  it('keeps refunds, one under way at a time, each ending once', async () => {
    const stores = open()
    const { id: topUpId } = await stores.topUps.open(await order(stores))
    expect(await stores.topUps.refundsOf(topUpId)).to.deep.equal([])
    const [one, two, requestId] = [testId(), testId(), testId()]
    const openTwo = () => stores.topUps.openRefund({ id: two, requestId: null, topUpId, amount: 1n, price: 2_000n })
    expect(await stores.topUps.openRefund({ id: one, requestId, topUpId, amount: 2n, price: 4_000n })).to.equal(true)
    expect(await rejects(openTwo())).to.equal(true)
    await stores.topUps.endRefund(one, 'canceled', null)
    expect(await rejects(stores.topUps.endRefund(one, 'succeeded', 'refund'))).to.equal(true)
    expect(await openTwo()).to.equal(true)
    await stores.topUps.endRefund(two, 'succeeded', 'refund')
    const { id: another } = await stores.topUps.open(await order(stores))
    for (const used of [topUpId, another]) {
      const again = await stores.topUps.openRefund({
        id: testId(),
        requestId,
        topUpId: used,
        amount: 1n,
        price: 2_000n,
      })
      expect(again, 'an id that began another').to.equal(false)
    }
    const refunds = await stores.topUps.refundsOf(topUpId)
    const shown = refunds.map(({ id, amount, price, status }) => ({ id, amount, price, status }))
    expect(shown).to.deep.equal([
      { id: one, amount: 2n, price: 4_000n, status: 'canceled' },
      { id: two, amount: 1n, price: 2_000n, status: 'succeeded' },
    ])
  })

  it('ends once', async () => {
    const stores = open()
    const { id } = await stores.topUps.open(await order(stores))
    expect(await rejects(stores.topUps.end(id, 'succeeded')), 'without a payment').to.equal(true)
    await stores.topUps.attachPayment(id, { id: `p-${id}`, confirmationUrl: null })
    await stores.topUps.end(id, 'succeeded')
    expect((await stores.topUps.find(id))?.status).to.equal('succeeded')
    expect(await rejects(stores.topUps.end(id, 'canceled'))).to.equal(true)
    await stores.topUps.attachPayment(id, { id: `late-${id}`, confirmationUrl: null })
    expect(await stores.topUps.find(id)).to.include({ status: 'succeeded', paymentId: `p-${id}` })
  })

  it('supersedes a pending one, which is then canceled and may still end once', async () => {
    const stores = open()
    const topUp = await order(stores)
    const { id } = await stores.topUps.open(topUp)
    await stores.topUps.attachPayment(id, { id: `p-${id}`, confirmationUrl: null })
    expect((await stores.topUps.pendingOf(topUp.userId)).map((each) => each.id)).to.deep.equal([id])
    await stores.topUps.supersede(id)
    expect(await stores.topUps.find(id)).to.include({ status: 'canceled', superseded: true })
    expect(await stores.topUps.pendingOf(topUp.userId)).to.deep.equal([])
    await stores.topUps.end(id, 'succeeded')
    expect(await stores.topUps.find(id)).to.include({ status: 'succeeded', superseded: false })
    expect(await rejects(stores.topUps.end(id, 'canceled'))).to.equal(true)
    await stores.topUps.supersede(id)
    expect(await stores.topUps.find(id)).to.include({ status: 'succeeded', superseded: false })
  })

  it('has superseded ones that have a payment asked about for a day, until they have ended for good', async () => {
    const stores = open()
    const provider = `provider-${testId()}`
    const [paid, bare] = [
      await stores.topUps.open({ ...(await order(stores)), provider }),
      await stores.topUps.open({ ...(await order(stores)), provider }),
    ]
    await stores.topUps.attachPayment(paid.id, { id: `p-${paid.id}`, confirmationUrl: null })
    for (const { id } of [paid, bare]) await stores.topUps.supersede(id)
    const due = async (ms: number) =>
      (await stores.topUps.claimDue(provider, new Date(paid.createdAt.getTime() + ms), 10)).map(({ id }) => id)
    expect(await due(60_000)).to.deep.equal([paid.id])
    expect(await due(SUPERSEDED_MS - 1_000)).to.deep.equal([paid.id])
    expect(await due(SUPERSEDED_MS + 3_600_000)).to.deep.equal([])
    await stores.topUps.end(paid.id, 'canceled')
    expect(await due(SUPERSEDED_MS - 1)).to.deep.equal([])
  })

  it('lets one of many look at an open top-up, and again after a pause', async () => {
    const stores = open()
    const { id } = await stores.topUps.open(await order(stores))
    const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms)
    const looks = await Promise.all(Array.from({ length: 10 }, () => stores.topUps.claimPoll(id, at(0))))
    expect(looks.filter(Boolean)).to.have.lengthOf(1)
    expect(await stores.topUps.claimPoll(id, at(POLL_INTERVAL_MS - 1))).to.equal(false)
    expect(await stores.topUps.claimPoll(id, at(POLL_INTERVAL_MS))).to.equal(true)
    expect(await stores.topUps.claimPoll(id, at(-60_000)), 'the look before was in the future').to.equal(true)
    await stores.topUps.end(id, 'canceled')
    expect(await stores.topUps.claimPoll(id, at(60_000))).to.equal(false)
  })

  it('pages the top-ups of one user, newest first, of one status where one is named', async () => {
    const stores = open()
    const first = await order(stores)
    const ids = [first.id]
    await stores.topUps.open(first)
    for (let more = 0; more < 4; more += 1) {
      const { id } = await stores.topUps.open({ ...first, id: testId() })
      ids.push(id)
    }
    await stores.topUps.open(await order(stores))
    const newestFirst = ids.toSorted().toReversed()
    const page = async (status: 'pending' | 'canceled' | null, before: string | null, limit = 2) =>
      (await stores.topUps.page({ userId: first.userId, status, before, limit })).map(({ id }) => id)
    expect(await page(null, null, 10)).to.deep.equal(newestFirst)
    expect(await page(null, newestFirst[1] ?? '')).to.deep.equal(newestFirst.slice(2, 4))
    await stores.topUps.end(ids[2] ?? '', 'canceled')
    expect(await page('canceled', null)).to.deep.equal([ids[2]])
    expect(await page('pending', null, 10)).to.deep.equal(newestFirst.filter((id) => id !== ids[2]))
    const ofAll = await stores.topUps.page({ userId: null, status: 'canceled', before: null, limit: 1_000 })
    expect(ofAll.map(({ id }) => id)).to.include(ids[2])
    expect(ofAll.every(({ status }) => status === 'canceled')).to.equal(true)
  })
})
