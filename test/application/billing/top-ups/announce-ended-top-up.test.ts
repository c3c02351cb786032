import { expect } from 'chai'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { someWebhook } from '../../../contract/webhooks/webhook-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'
import { scriptedPayments } from '../../../twins/billing/payment-gateway.ts'
import { bodyOf, topUpBench } from './top-up-bench.ts'

const bench = async (database: TestDatabase) => {
  const payments = scriptedPayments(`scripted-${testId()}`)
  const ground = await topUpBench(database, payments)
  const webhook = someWebhook(ground.userId)
  await ground.stores.webhooks.add(webhook, 'whsec_YQ==')
  await ground.stores.users.proveOwner(ground.userId, new Date())
  const { id = '' } = bodyOf(await ground.buy())
  const payment = async (status: 'succeeded' | 'canceled') => {
    payments.change(id, { status })
    const { paymentId } = (await ground.stores.topUps.find(id)) ?? {}
    const { provider } = payments
    await ground.check({ provider, paymentId: paymentId ?? '', topUpId: id })
    await ground.check({ provider, paymentId: paymentId ?? '', topUpId: id })
  }
  return {
    ...ground,
    id,
    payment,
    events: async () => {
      const page = await ground.stores.deliveries.page({ webhookId: webhook.id, before: null, limit: 10 })
      return page.map(({ kind, data }) => ({ kind, ...data }))
    },
    mails: async () => {
      const owner = await ground.stores.users.find(ground.userId)
      const query = database.db.selectFrom('outgoing_mail').select(['kind', 'facts'])
      return query.where('recipient', '=', owner?.emailFolded ?? '').execute()
    },
  }
}

describeOnDatabases('the end of a top-up', (database) => {
  it('is an event where it was paid, once, and no mail', async () => {
    const { payment, events, mails, id } = await bench(database())
    await payment('succeeded')
    const sums = { currency: 'RUB', amount: '100.00', price_rub: '100.00' }
    expect(await events()).to.deep.equal([{ kind: 'topup.succeeded', topup_id: id, ...sums }])
    expect(await mails()).to.deep.equal([])
  })

  it('is an event and a mail where the payment provider canceled it', async () => {
    const { payment, events, mails } = await bench(database())
    await payment('canceled')
    expect((await events()).map(({ kind }) => kind)).to.deep.equal(['topup.failed'])
    expect(await mails()).to.deep.equal([{ kind: 'topup_failed', facts: { amount: '100.00', currency: 'RUB' } }])
  })

  it('is neither where its user had replaced it by another one', async () => {
    const { payment, events, mails, stores, id } = await bench(database())
    await stores.topUps.supersede(id)
    await payment('canceled')
    expect([await events(), await mails()]).to.deep.equal([[], []])
    expect(await stores.topUps.find(id)).to.include({ status: 'canceled' })
  })
})
