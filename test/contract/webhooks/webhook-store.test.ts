import { expect } from 'chai'
import type { WebhookStore } from '../../../src/application/ports/webhooks/webhook-store.ts'
import { AT, describeIdentity, later } from '../accounts/identity-stores.ts'
import { testId } from '../billing/billing-stores.ts'
import { addWebhook, someWebhook } from './webhook-stores.ts'

describeIdentity('webhook store contract', (ground) => {
  const store = (): WebhookStore => ground().stores.webhooks

  it('keeps what it was given, and lists the webhooks of one user, oldest first', async () => {
    const first = await addWebhook(ground(), { events: ['balance.low', 'topup.failed'], description: 'Books' })
    const second = someWebhook(first.userId, { enabled: false })
    await store().add(second, 'whsec_b3RoZXI=')
    await addWebhook(ground())
    expect(await store().find(first.id)).to.deep.equal(first)
    expect(await store().listOf(first.userId)).to.deep.equal([first, second].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    expect(await store().secretsOf(second.id)).to.deep.equal({ current: 'whsec_b3RoZXI=', previous: null })
    expect([await store().find(testId()), await store().secretsOf(testId())]).to.deep.equal([null, null])
  })

  it('changes only the fields that are given', async () => {
    const webhook = await addWebhook(ground(), { events: ['balance.low'] })
    await store().change(webhook.id, {})
    await store().change(webhook.id, { url: 'https://b.example.com/', description: 'b' })
    const moved = { ...webhook, url: 'https://b.example.com/', description: 'b' }
    expect(await store().find(webhook.id)).to.deep.equal(moved)
    await store().change(webhook.id, { events: null, description: null, enabled: false })
    expect(await store().find(webhook.id)).to.deep.equal({ ...moved, events: null, description: null, enabled: false })
  })

  it('replaces its secrets', async () => {
    const { id } = await addWebhook(ground())
    const secrets = { current: 'whsec_Yg==', previous: { secret: 'whsec_YQ==', until: later(5) } }
    await store().replaceSecrets(id, secrets)
    expect(await store().secretsOf(id)).to.deep.equal(secrets)
    await store().replaceSecrets(id, { current: 'whsec_Yw==', previous: null })
    expect(await store().secretsOf(id)).to.deep.equal({ current: 'whsec_Yw==', previous: null })
  })

  it('is disabled once, and has no reason for it once its owner enables it', async () => {
    const webhook = await addWebhook(ground())
    expect(await store().disable(webhook.id, 'gone', AT)).to.equal(true)
    expect(await store().disable(webhook.id, 'failing', AT)).to.equal(false)
    expect(await store().disable(webhook.id, null, AT)).to.equal(false)
    expect(await store().find(webhook.id)).to.include({ enabled: false, disabledReason: 'gone' })
    await store().change(webhook.id, { description: 'x' })
    expect(await store().find(webhook.id)).to.include({ disabledReason: 'gone' })
    await store().change(webhook.id, { enabled: true })
    expect(await store().find(webhook.id)).to.include({ enabled: true, disabledReason: null })
  })

  it('cancels what waits for it when it is disabled, and keeps how the rest ended', async () => {
    const [disabled, other] = [await addWebhook(ground()), await addWebhook(ground())]
    const { deliveries } = ground().stores
    const queue = async (webhookId: string) => {
      const delivery = { id: testId(), webhookId, eventId: testId(), kind: 'balance.low', data: {} } as const
      await deliveries.enqueue({ ...delivery, occurredAt: AT, createdAt: AT })
      return delivery.id
    }
    const [ended, waiting, ofOther] = [await queue(disabled.id), await queue(disabled.id), await queue(other.id)]
    await deliveries.end({ id: ended, attempts: 0 }, 'delivered', { at: AT, status: 200, error: null })
    await store().disable(disabled.id, null, later(7))
    const endOf = async (id: string) => {
      const delivery = await deliveries.find(id)
      return [delivery?.outcome, delivery?.endedAt]
    }
    expect(await endOf(ended)).to.deep.equal(['delivered', AT])
    expect(await endOf(waiting)).to.deep.equal(['canceled', later(7)])
    expect(await endOf(ofOther)).to.deep.equal([null, null])
  })

  it('notes the latest delivery that its server took', async () => {
    const { id } = await addWebhook(ground())
    await store().noteDelivered(id, later(5))
    await store().noteDelivered(id, AT)
    expect((await store().find(id))?.deliveredAt).to.deep.equal(later(5))
  })

  it('takes its deliveries along when it is deleted', async () => {
    const { id } = await addWebhook(ground())
    const { deliveries } = ground().stores
    const delivery = { id: testId(), webhookId: id, eventId: testId(), kind: 'balance.low', data: {} } as const
    await deliveries.enqueue({ ...delivery, occurredAt: AT, createdAt: AT })
    expect([await store().delete(id), await store().delete(id)]).to.deep.equal([true, false])
    expect([await store().find(id), await deliveries.find(delivery.id)]).to.deep.equal([null, null])
  })
})
