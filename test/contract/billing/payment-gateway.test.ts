import { expect } from 'chai'
import { isRight, right } from 'fp-ts/lib/Either.js'
import { sandboxPaymentGateway } from '../../../src/adapters/payments/sandbox-payment-gateway.ts'
import { yookassaPaymentGateway } from '../../../src/adapters/payments/yookassa/yookassa-payment-gateway.ts'
import { boundedGot } from '../../../src/adapters/service-http/bounded-got.ts'
import type { PaymentGateway, RawNotification } from '../../../src/application/ports/billing/payment-gateway.ts'
import type { Payment } from '../../../src/domain/payments/payment.ts'
import { startYookassa } from '../../support/servers/yookassa-server.ts'
import type { YookassaServer } from '../../support/servers/yookassa-server.ts'
import { scriptedPayments } from '../../twins/billing/payment-gateway.ts'
import { testId } from './billing-stores.ts'

let running: YookassaServer | undefined

const shop = (): YookassaServer => {
  if (running === undefined) throw new Error('the shop is opened by a hook')
  return running
}

before(async () => {
  running = await startYookassa()
})
after(async () => {
  await running?.close()
})

interface Provider {
  readonly open: () => PaymentGateway
  /** What the provider sends about a payment; null where it sends nothing. */
  readonly notification: ((paymentId: string) => RawNotification) | null
}

const json = (value: unknown): RawNotification => ({
  body: new TextEncoder().encode(JSON.stringify(value)),
  headers: { 'content-type': 'application/json' },
})

const PROVIDERS: Readonly<Record<string, Provider>> = {
  sandbox: { open: sandboxPaymentGateway, notification: null },
  YooKassa: {
    open: () => yookassaPaymentGateway({ ...shop(), http: boundedGot, acceptsTest: false, isNotifier: () => true }),
    notification: (id) => json({ type: 'notification', event: 'payment.succeeded', object: { id } }),
  },
  'scripted twin': { open: scriptedPayments, notification: scriptedPayments().notification },
}

const order = (topUpId = testId()) => ({
  topUpId,
  price: 123_450_000n,
  description: 'Top-up',
  returnUrl: 'https://shop.example.org/back',
})

const made = async (work: ReturnType<PaymentGateway['create']>): Promise<Payment> => {
  const payment = await work
  if (!isRight(payment)) throw new Error(payment.left.message)
  return payment.right
}

for (const [name, { open, notification }] of Object.entries(PROVIDERS)) {
  describe(`payment gateway contract: ${name}`, () => {
    it('makes a payment of what was ordered', async () => {
      const ordered = order()
      const payment = await made(open().create(ordered))
      expect(payment).to.include({ amount: 123_450_000n, currency: 'RUB', topUpId: ordered.topUpId })
    })

    it('makes one payment an order, however often it is sent', async () => {
      const gateway = open()
      const ordered = order()
      expect(await gateway.create(ordered)).to.deep.equal(await gateway.create(ordered))
      expect((await made(gateway.create(order()))).id).not.to.equal((await made(gateway.create(ordered))).id)
    })

    it('describes later what it made, and no other payment', async () => {
      const gateway = open()
      const payment = await made(gateway.create(order()))
      expect(await made(gateway.fetch(payment.id))).to.deep.equal(payment)
      expect(await gateway.fetch('nonsense')).to.have.nested.property('left.tag', 'payment_refused')
    })

    it('reads the payment out of its own notification, and refuses what is none', async () => {
      const gateway = open()
      const { id } = await made(gateway.create(order()))
      const garbage = { body: new Uint8Array([0xff, 0x00]), headers: {} }
      expect(gateway.hintOf(garbage)).to.have.nested.property('left.tag', 'notification_refused')
      expect(gateway.acceptsNotificationFrom('203.0.113.7')).to.equal(notification !== null)
      if (notification !== null) expect(gateway.hintOf(notification(id))).to.deep.equal(right(id))
    })
  })
}

describe('sandbox payment gateway', () => {
  it('confirms at once, as a test payment, and knows the payment after a restart', async () => {
    const payment = await made(sandboxPaymentGateway().create(order()))
    expect(payment).to.include({ status: 'succeeded', test: true, confirmationUrl: null })
    expect(await made(sandboxPaymentGateway().fetch(payment.id))).to.deep.equal(payment)
  })
})
