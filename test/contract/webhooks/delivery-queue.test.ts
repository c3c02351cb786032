import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import type { DeliveryQueue, NewDelivery } from '../../../src/application/ports/webhooks/delivery-queue.ts'
import { AT, describeIdentity, later } from '../accounts/identity-stores.ts'
import { testId } from '../billing/billing-stores.ts'
import { addWebhook, someWebhook } from './webhook-stores.ts'

const NONE: ReadonlyMap<string, number> = new Map()
const NOTE = { at: AT, status: 200, error: null }

describeIdentity('delivery queue contract', (ground) => {
  let webhookId = ''

  const queue = (): DeliveryQueue => ground().stores.deliveries
  const enqueue = async (change: Partial<NewDelivery> = {}): Promise<NewDelivery> => {
    const data = { wallet: 'RUB', available: '1.50', count: 2, none: null }
    const fields = { kind: 'balance.low', data, occurredAt: later(-5), createdAt: AT } as const
    const delivery = { id: testId(), eventId: testId(), webhookId, ...fields, ...change }
    await queue().enqueue(delivery)
    return delivery
  }
  const claim = (at: Date, limit = 100, perWebhook = 100, underWay = NONE, perAccount = 100) =>
    queue().claim({ at, until: later(3_600_000), limit, perWebhook, perAccount, underWay })
  const claimed = async (at: Date, limit?: number, perWebhook?: number): Promise<readonly string[]> =>
    (await claim(at, limit, perWebhook)).map(({ id }) => id)
  const one = async (at: Date) => {
    const [delivery] = await claim(at)
    if (delivery === undefined) throw new Error('nothing is due')
    return delivery
  }

  // Leaves nothing due behind, so that each test sees its own deliveries alone.
  beforeEach(async () => {
    for (const delivery of await claim(later(1e12))) await queue().end(delivery, 'canceled', NOTE)
    webhookId = (await addWebhook(ground())).id
  })

  it('hands out what is due, with its attempts counted', async () => {
    const delivery = await enqueue()
    await enqueue({ createdAt: later(1_000) })
    const waiting = { lastAttemptAt: null, lastStatus: null, lastError: null, endedAt: null, outcome: null }
    const until = later(3_600_000)
    expect(await claim(AT)).to.deep.equal([{ ...delivery, ...waiting, attempts: 1, nextAttemptAt: until }])
    expect(await claim(AT)).to.deep.equal([])
  })

  it('queues nothing for a webhook that was deleted since its event looked for it, and breaks nothing else', async () => {
    const { unitOfWork, stores } = ground()
    await stores.webhooks.delete(webhookId)
    const delivery = { id: testId(), eventId: testId(), kind: 'balance.low', data: {}, occurredAt: AT } as const
    const done = await unitOfWork.transact(async ({ deliveries }) => {
      await deliveries.enqueue({ ...delivery, webhookId, createdAt: AT })
      return right('the rest of its transaction')
    })
    expect(done).to.deep.equal(right('the rest of its transaction'))
    expect(await queue().find(delivery.id)).to.equal(null)
  })

  it('hands out at once what was queued under a clock that was ahead', async () => {
    const { id } = await enqueue({ createdAt: new Date(Date.now() + 3_600_000) })
    expect(await claimed(new Date(Date.now() + 60_000))).to.deep.equal([id])
  })

  it('gives nothing early to a process whose clock is ahead, and lets nothing wait longer for it', async () => {
    const ahead = (ms = 0) => new Date(Date.now() + 86_400_000 + ms)
    const claimAhead = () =>
      queue().claim({ at: ahead(), until: ahead(30_000), limit: 9, perWebhook: 9, perAccount: 9, underWay: NONE })
    const { id } = await enqueue({ createdAt: ahead() })
    const dueMs = async () => (await queue().find(id))?.nextAttemptAt.getTime()
    expect(await claimAhead()).to.have.length(1)
    expect(await dueMs()).to.be.at.most(Date.now() + 30_000)
    await queue().postpone({ id, attempts: 1 }, ahead(900_000), { ...NOTE, at: ahead() })
    expect(await dueMs()).to.be.at.most(Date.now() + 900_000)
    expect(await claimAhead()).to.deep.equal([])
    await queue().makeDue(id, ahead())
    expect(await dueMs()).to.be.at.most(Date.now())
  })

  it('hands out what waits longer than any pause, because the clock was set back since', async () => {
    const { id } = await enqueue()
    const until = new Date(Date.now() + 7 * 86_400_000)
    await queue().claim({ at: new Date(), until, limit: 9, perWebhook: 9, perAccount: 9, underWay: NONE })
    expect(await claimed(new Date())).to.deep.equal([])
    expect(await claimed(new Date())).to.deep.equal([id])
  })

  it('hands out the longest due first, and few of one webhook at a time', async () => {
    const late = await enqueue({ createdAt: later(20) })
    const early = [await enqueue({ createdAt: later(10) }), await enqueue({ createdAt: later(11) })]
    const other = await enqueue({ createdAt: later(30), webhookId: (await addWebhook(ground())).id })
    expect(await claimed(later(100), 1)).to.deep.equal([early[0]?.id])
    expect(await claimed(later(100), 10, 1)).to.have.members([early[1]?.id, other.id])
    expect(await claimed(later(100), 10, 1)).to.deep.equal([late.id])
  })

  it('gives a free place to the webhook that has the fewest under way, however much is due to others', async () => {
    const other = (await addWebhook(ground())).id
    for (let made = 0; made < 30; made += 1) await enqueue({ createdAt: later(-made) })
    const late = [await enqueue({ webhookId: other, createdAt: later(10) }), await enqueue({ webhookId: other })]
    const taken = async (limit: number, underWay: readonly (readonly [string, number])[]) =>
      (await claim(later(100), limit, 3, new Map(underWay))).map((each) => each.webhookId)
    expect(await taken(1, [[webhookId, 2]])).to.deep.equal([other])
    expect(await taken(9, [[webhookId, 3]])).to.deep.equal([other])
    expect(await taken(9, [[webhookId, 1]])).to.deep.equal([webhookId, webhookId])
    expect((await queue().find(late[0]?.id ?? ''))?.attempts).to.equal(1)
  })

  it('gives a free place to the account that has the fewest under way, and few to all webhooks of one', async () => {
    const own = await addWebhook(ground())
    const second = someWebhook(own.userId)
    await ground().stores.webhooks.add(second, 'whsec_c2VjcmV0')
    const other = (await addWebhook(ground())).id
    for (let made = 0; made < 9; made += 1) {
      for (const { id } of [own, second]) await enqueue({ webhookId: id })
      await enqueue({ webhookId: other, createdAt: later(10) })
    }
    const taken = async (limit: number, perAccount: number, underWay: readonly (readonly [string, number])[] = []) =>
      (await claim(later(100), limit, 3, new Map(underWay), perAccount)).map((each) => each.webhookId)
    expect(await taken(2, 5), 'one of each account')
      .to.include(other)
      .and.to.have.length(2)
    const both: readonly (readonly [string, number])[] = [
      [own.id, 1],
      [second.id, 1],
    ]
    expect(await taken(9, 2, both)).to.deep.equal([other, other])
    const full: readonly (readonly [string, number])[] = [
      [own.id, 3],
      [other, 3],
    ]
    expect(await taken(9, 4, full)).to.deep.equal([second.id])
  })

  it('hands each delivery to one of many who ask at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => enqueue()))
    const taken = (await Promise.all(Array.from({ length: 10 }, () => claimed(AT, 5)))).flat()
    expect([...taken, ...(await claimed(AT))].toSorted()).to.deep.equal(made.map(({ id }) => id).toSorted())
  })

  it('hands a delivery out again after its claimer died or put it back', async () => {
    const { id } = await enqueue()
    await queue().claim({ at: AT, until: later(5_000), limit: 9, perWebhook: 9, perAccount: 9, underWay: NONE })
    expect(await claim(later(4_999))).to.deep.equal([])
    const second = await one(later(5_000))
    expect(second).to.include({ id, attempts: 2 })
    await queue().postpone(second, later(9_000), { at: later(1), status: 503, error: 'the server\0 refused' })
    expect(await claim(later(8_999))).to.deep.equal([])
    const third = await one(later(9_000))
    expect(third).to.include({ id, attempts: 3, lastStatus: 503, lastError: 'the server\uFFFD refused' })
    expect(third.lastAttemptAt).to.deep.equal(later(1))
  })

  it('takes no word of a claimer whose delivery another has since', async () => {
    await enqueue()
    await queue().claim({ at: AT, until: AT, limit: 9, perWebhook: 9, perAccount: 9, underWay: NONE })
    const [first] = await queue().claim({ at: AT, until: AT, limit: 9, perWebhook: 9, perAccount: 9, underWay: NONE })
    const second = await one(AT)
    if (first === undefined) throw new Error('nothing is due')
    await queue().end(first, 'failed', NOTE)
    await queue().postpone(first, later(9_000), NOTE)
    expect(await queue().find(second.id)).to.deep.equal(second)
    await queue().end(second, 'delivered', NOTE)
    expect(await queue().find(second.id)).to.include({ outcome: 'delivered', lastStatus: 200 })
  })

  it('has one waiting delivery of an event for a webhook, and another after it ended', async () => {
    const { eventId, id } = await enqueue()
    await enqueue({ eventId })
    expect((await queue().findWaiting(webhookId, eventId))?.id).to.equal(id)
    expect(await queue().countWaiting(webhookId, 10)).to.equal(1)
    await queue().end(await one(AT), 'failed', NOTE)
    expect(await queue().findWaiting(webhookId, eventId)).to.equal(null)
    const again = await enqueue({ eventId })
    expect((await queue().findWaiting(webhookId, eventId))?.id).to.equal(again.id)
  })

  it('makes a waiting delivery due, and no other', async () => {
    const { id } = await enqueue({ createdAt: later(60_000) })
    await queue().makeDue(id, AT)
    const delivery = await one(AT)
    await queue().end(delivery, 'delivered', NOTE)
    await queue().makeDue(id, AT)
    expect(await claim(later(1e12))).to.deep.equal([])
  })

  it('pages through the deliveries of a webhook, newest first', async () => {
    const made = [await enqueue(), await enqueue(), await enqueue()].map(({ id }) => id).toSorted()
    const page = async (before: string | null, limit: number) =>
      (await queue().page({ webhookId, before, limit })).map(({ id }) => id)
    expect(await page(null, 2)).to.deep.equal([made[2], made[1]])
    expect(await page(made[1] ?? '', 2)).to.deep.equal([made[0]])
  })

  it('tells how many wait, up to a bound, and since when the longest has been due', async () => {
    expect(await queue().oldestDue()).to.equal(null)
    await enqueue({ createdAt: later(20) })
    await enqueue({ createdAt: later(10), webhookId: (await addWebhook(ground())).id })
    expect(await queue().oldestDue()).to.deep.equal(later(10))
    const counts = [[null, 10] as const, [null, 1] as const, [webhookId, 10] as const]
    expect(await Promise.all(counts.map(([of, most]) => queue().countWaiting(of, most)))).to.deep.equal([2, 1, 1])
  })

  it('counts what an owner asked for since a moment, up to a bound, ended or not', async () => {
    await enqueue()
    await enqueue({ isByHand: true })
    await queue().end(await one(AT), 'delivered', NOTE)
    for (const createdAt of [later(10), later(20), later(30)]) await enqueue({ createdAt, isByHand: true })
    const counts = [[later(-1), 10] as const, [later(10), 10] as const, [later(10), 1] as const]
    const counted = counts.map(([since, most]) => queue().countByHand(webhookId, since, most))
    expect(await Promise.all(counted)).to.deep.equal([4, 2, 1])
  })

  it('prunes what ended long ago, a little at a time, and nothing else', async () => {
    await queue().prune(later(1e12), 1_000)
    for (let made = 0; made < 3; made += 1) {
      await enqueue()
      await queue().end(await one(AT), 'delivered', NOTE)
    }
    const waiting = await enqueue()
    expect(await queue().prune(later(10), 2)).to.equal(2)
    expect(await queue().prune(later(10), 2)).to.equal(1)
    expect(await claimed(AT)).to.deep.equal([waiting.id])
  })
})
