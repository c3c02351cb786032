import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import { jweSecretWrapping } from '../../../src/adapters/security/jwe-secret-wrapping.ts'
import { randomWebhookSecrets } from '../../../src/adapters/security/random-webhook-secrets.ts'
import { uuidV7Ids } from '../../../src/adapters/runtime/uuid-v7-ids.ts'
import { changeWebhook } from '../../../src/application/webhooks/change-webhook.ts'
import { deliverDue } from '../../../src/application/webhooks/deliver-due.ts'
import { publishEvent } from '../../../src/application/webhooks/publish-event.ts'
import { redeliver } from '../../../src/application/webhooks/redeliver.ts'
import { rotateWebhookSecret } from '../../../src/application/webhooks/rotate-webhook-secret.ts'
import { storedSecret } from '../../../src/application/webhooks/stored-secret.ts'
import { testWebhook } from '../../../src/application/webhooks/test-webhook.ts'
import type { AttemptResult } from '../../../src/domain/webhooks/delivery.ts'
import type { WebhookChange } from '../../../src/domain/webhooks/webhook.ts'
import { WEB_RULES } from '../../../src/domain/media/public-url.ts'
import { scriptedSender } from '../../twins/webhooks/webhook-sender.ts'
import { describeIdentity, someUser } from '../../contract/accounts/identity-stores.ts'
import { testId } from '../../contract/billing/billing-stores.ts'
import { someWebhook } from '../../contract/webhooks/webhook-stores.ts'
import { good } from '../../support/accounts/identity-stack.ts'
import { eventually } from '../../support/eventually.ts'
import type { IdentityGround } from '../../support/accounts/identity-stack.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
const wrapping = jweSecretWrapping([randomBytes(32)])
const QUIET = new AbortController().signal

/** A webhook of a new account, and the use cases around it. */
const bench = async ({ clock, stores, unitOfWork, refreshTokens }: IdentityGround) => {
  const ids = uuidV7Ids(clock)
  const sender = scriptedSender()
  const user = someUser()
  await stores.users.add(user)
  const webhook = someWebhook(user.id)
  const secret = randomWebhookSecrets.make()
  await stores.webhooks.add(webhook, await storedSecret(wrapping, webhook.id, secret))
  const own = { userId: user.id, webhookId: webhook.id }
  const sessionId = testId()
  const { secretId, hash: currentHash, familyHash } = await refreshTokens.first()
  const session = { id: sessionId, userId: user.id, createdAt: new Date(clock.now()), userAgent: null }
  await stores.sessions.add({ ...session, secretId, currentHash, familyHash })
  const deps = { ids, clock, unitOfWork, wrapping, webhookSecrets: randomWebhookSecrets }
  const { run, ended } = deliverDue({ ...deps, ...stores, sender, chance: () => 0 })
  return {
    user,
    webhook,
    secret,
    sender,
    run: () => run(QUIET),
    ended,
    /** One round of the loop and its attempts; what other tests left behind is answered with 200. */
    deliver: async (signal = QUIET) => {
      const begun = await run(signal)
      await ended()
      return begun
    },
    publish: () => {
      const at = new Date(clock.now())
      return unitOfWork.transact(async (bound) => {
        await publishEvent(deps, bound, user.id, { kind: 'topup.failed', at, data: { topup_id: 'a' } }, 'money')
        return { _tag: 'Right', right: null } as const
      })
    },
    change: (change: WebhookChange) =>
      changeWebhook({ ...deps, webhookRules: { allowsHttp: false, urls: WEB_RULES } })({ ...own, sessionId, change }),
    test: () => testWebhook(deps)(own),
    redeliver: (deliveryId: string) => redeliver(deps)({ ...own, deliveryId }),
    rotate: async () => good(await rotateWebhookSecret(deps)(own)),
    deliveries: () => stores.deliveries.page({ webhookId: webhook.id, before: null, limit: 100 }),
    found: () => stores.webhooks.find(webhook.id),
  }
}

describeIdentity('delivering events', (ground) => {
  it('sends an event once to each webhook that wants it, under one id, signed by its own secret', async () => {
    const { publish, deliver, sender, secret, deliveries, found, user } = await bench(ground())
    const { stores } = ground()
    const [other, deaf] = [someWebhook(user.id), someWebhook(user.id, { events: ['balance.low'] })]
    for (const each of [other, deaf]) await stores.webhooks.add(each, randomWebhookSecrets.make())
    await publish()
    expect(await Promise.all([deliver(), deliver()])).to.have.members([2, 0])
    expect(sender.sent).to.have.length(2)
    expect(new Set(sender.sent.map(({ eventId }) => eventId)).size).to.equal(1)
    expect(sender.sent.map(({ secrets }) => secrets.join())).to.include(secret)
    expect((await deliveries()).map(({ outcome, attempts }) => [outcome, attempts])).to.deep.equal([['delivered', 1]])
    expect((await found())?.deliveredAt).to.be.an.instanceOf(Date)
  })

  it('tries again under the same id until the server takes the event', async () => {
    const { publish, deliver, sender, deliveries } = await bench(ground())
    await publish()
    sender.answer = { tag: 'unanswered', reason: 'down' }
    await deliver()
    ground().clock.turn(4_999)
    expect(await deliver()).to.equal(0)
    ground().clock.turn(1)
    sender.answer = { tag: 'answered', status: 204 }
    await deliver()
    const [delivery] = await deliveries()
    expect(delivery).to.include({ outcome: 'delivered', attempts: 2, lastStatus: 204, lastError: null })
    expect(new Set(sender.sent.map(({ eventId }) => eventId)).size).to.equal(1)
    expect(sender.sent[0]?.at).to.not.deep.equal(sender.sent[1]?.at)
  })

  it('delivers to others while a receiver is slow, and sends it few at a time', async () => {
    const slow = await bench(ground())
    const url = 'https://quick.example.com/'
    const others = [slow, await bench(ground())].map(({ user }) => someWebhook(user.id, { url }))
    const [own, strange] = others
    for (const each of others) await ground().stores.webhooks.add(each, randomWebhookSecrets.make())
    const answers: (() => void)[] = []
    const toSlow = () => slow.sender.sent.filter(({ url }) => url === slow.webhook.url).length
    const hang = (): Promise<AttemptResult> =>
      new Promise((resolve) => answers.push(() => resolve({ tag: 'answered', status: 200 })))
    slow.sender.delay = ({ url }) => (url === slow.webhook.url ? hang() : null)
    const queue = async (webhookId = '') => {
      const [id, eventId] = [testId(), testId()]
      const at = new Date(ground().clock.now())
      const event = { kind: 'topup.failed', data: { topup_id: 'a' }, occurredAt: at, createdAt: at } as const
      await ground().stores.deliveries.enqueue({ id, eventId, webhookId, ...event })
      return async () => (await ground().stores.deliveries.find(id))?.outcome ?? null
    }
    for (let made = 0; made < 5; made += 1) await queue(slow.webhook.id)
    await slow.run()
    const [first, second] = [await queue(own?.id), await queue(strange?.id)]
    await slow.run()
    await eventually(async () => (await first()) === 'delivered' && (await second()) === 'delivered')
    await eventually(() => toSlow() === 3)
    expect(await slow.run(), 'no place is free').to.equal(0)
    answers[0]?.()
    await eventually(async () => (await slow.deliveries()).some(({ outcome }) => outcome === 'delivered'))
    await eventually(async () => {
      await slow.run()
      return toSlow() === 4
    })
    while (answers.length > 0) answers.shift()?.()
    await slow.ended()
  })

  it('fails the next run where an attempt failed, and frees its place', async () => {
    const { publish, run, ended, sender } = await bench(ground())
    await publish()
    sender.delay = () => Promise.reject(new Error('boom'))
    await run()
    await ended()
    const failed = await run().catch((error: unknown) => error)
    expect(failed).to.have.property('message', 'boom')
    expect(await run()).to.equal(0)
  })

  it('gives an event up after days, and disables a webhook that took nothing during them', async () => {
    const { publish, deliver, sender, deliveries, found } = await bench(ground())
    await publish()
    sender.answer = { tag: 'answered', status: 500 }
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await found())?.enabled).to.equal(true)
      await deliver()
      ground().clock.turn(25 * HOUR)
    }
    expect((await deliveries())[0]).to.include({ outcome: 'failed', attempts: 10, lastStatus: 500 })
    expect(await found()).to.include({ enabled: false, disabledReason: 'failing' })
    await publish()
    expect(await deliveries()).to.have.length(1)
  })

  it('keeps a webhook whose owner asked for every attempt within minutes, and what waits for it', async () => {
    const { publish, deliver, sender, deliveries, found, redeliver: again } = await bench(ground())
    await publish()
    sender.answer = { tag: 'answered', status: 500 }
    const [event] = await deliveries()
    for (let attempt = 1; attempt < 10; attempt += 1) {
      await deliver()
      ground().clock.turn(MINUTE)
      good(await again(event?.id ?? ''))
    }
    await publish()
    await deliver()
    const outcomes = (await deliveries()).map(({ outcome, attempts }) => [outcome, attempts])
    expect(outcomes).to.have.deep.members([
      ['failed', 10],
      [null, 1],
    ])
    expect(await found()).to.include({ enabled: true, disabledReason: null })
  })

  it('keeps a webhook that took another event during those days', async () => {
    const { publish, deliver, sender, deliveries, found } = await bench(ground())
    await publish()
    sender.answer = { tag: 'answered', status: 500 }
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await deliver()
      ground().clock.turn(25 * HOUR)
    }
    const [old] = await deliveries()
    await ground().stores.webhooks.noteDelivered(old?.webhookId ?? '', new Date(ground().clock.now()))
    await deliver()
    expect([(await deliveries())[0]?.outcome, (await found())?.enabled]).to.deep.equal(['failed', true])
  })

  it('disables a webhook whose server answers 410, and cancels what waits for it', async () => {
    const { publish, test, deliver, sender, deliveries, found } = await bench(ground())
    await publish()
    sender.answer = { tag: 'answered', status: 410 }
    const waiting = good(await test())
    await ground().stores.deliveries.makeDue(waiting.id, new Date(ground().clock.now() + HOUR))
    await deliver()
    expect(await found()).to.include({ enabled: false, disabledReason: 'gone' })
    const outcomes = (await deliveries()).map(({ kind, outcome }) => [kind, outcome])
    expect(outcomes).to.have.deep.members([
      ['topup.failed', 'failed'],
      ['webhook.test', 'canceled'],
    ])
    expect(await test()).to.deep.include({ left: { tag: 'webhook_disabled' } })
  })

  it('sends nothing of a closed account, and nothing to a webhook that its owner disabled', async () => {
    const closed = await bench(ground())
    await closed.publish()
    await ground().stores.users.deactivate(closed.user.id, new Date())
    const disabled = await bench(ground())
    await disabled.publish()
    good(await disabled.change({ enabled: false }))
    await closed.deliver()
    expect([...closed.sender.sent, ...disabled.sender.sent]).to.deep.equal([])
    for (const { deliveries } of [closed, disabled]) {
      expect((await deliveries()).map(({ outcome }) => outcome)).to.deep.equal(['canceled'])
    }
  })

  it('leaves a delivery due that the stop of the process cut', async () => {
    const { publish, deliver, sender, deliveries } = await bench(ground())
    await publish()
    sender.answer = { tag: 'unanswered', reason: 'cut' }
    await deliver(AbortSignal.abort())
    expect((await deliveries())[0]).to.include({ outcome: null, lastError: 'the process stopped' })
    sender.answer = { tag: 'answered', status: 200 }
    await deliver()
    expect((await deliveries())[0]).to.include({ outcome: 'delivered' })
  })

  it('signs with both secrets for a day after a rotation, and then with the new one alone', async () => {
    const { test, deliver, sender, secret, rotate, webhook } = await bench(ground())
    const next = await rotate()
    good(await test())
    await deliver()
    expect(sender.sent.at(-1)?.secrets).to.deep.equal([next.secret, secret])
    ground().clock.turn(24 * HOUR)
    good(await test())
    await deliver()
    expect(sender.sent.at(-1)?.secrets).to.deep.equal([next.secret])
    const stored = await ground().stores.webhooks.secretsOf(webhook.id)
    expect(JSON.stringify(stored)).to.not.include(next.secret).and.not.include(secret)
  })

  it('sends an event again when its owner asks: at once where it waits, anew where it ended', async () => {
    const { publish, deliver, sender, deliveries, redeliver: again } = await bench(ground())
    await publish()
    sender.answer = { tag: 'answered', status: 500 }
    await deliver()
    sender.answer = { tag: 'answered', status: 200 }
    const [waiting] = await deliveries()
    expect(good(await again(waiting?.id ?? ''))).to.include({ id: waiting?.id, attempts: 1 })
    await deliver()
    const renewed = good(await again(waiting?.id ?? ''))
    expect(renewed.id).to.not.equal(waiting?.id)
    await deliver()
    expect(sender.sent.map(({ eventId }) => eventId)).to.deep.equal(Array(3).fill(waiting?.eventId))
    const other = await bench(ground())
    expect(await other.redeliver(renewed.id)).to.deep.include({ left: { tag: 'not_found' } })
  })

  it('lets an owner queue few events by hand for a server that is down', async () => {
    const { test, sender } = await bench(ground())
    sender.answer = { tag: 'answered', status: 500 }
    for (let queued = 0; queued < 20; queued += 1) good(await test())
    expect(await test()).to.deep.include({ left: { tag: 'rate_limit_exceeded', retryAfterSeconds: 60 } })
  })

  it('lets an owner ask for 200 deliveries of a webhook in a day, delivered or not, and for more the next day', async () => {
    const { test, webhook } = await bench(ground())
    const { stores, clock } = ground()
    const createdAt = new Date(clock.now())
    const event = { kind: 'webhook.test', data: {}, occurredAt: createdAt, createdAt, isByHand: true } as const
    for (let asked = 0; asked < 200; asked += 1) {
      const delivery = { ...event, id: testId(), eventId: testId(), webhookId: webhook.id }
      await stores.deliveries.enqueue(delivery)
      await stores.deliveries.end({ ...delivery, attempts: 0 }, 'delivered', {
        at: createdAt,
        status: 200,
        error: null,
      })
    }
    expect(await test()).to.deep.equal(left({ tag: 'rate_limit_exceeded', retryAfterSeconds: 3_600 }))
    clock.turn(24 * 3_600_000)
    good(await test())
  })
})
