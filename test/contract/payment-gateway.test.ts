import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { refusingPaymentGateway } from '../../src/adapters/payments/refusing-payment-gateway.ts'
import { sandboxPaymentGateway } from '../../src/adapters/payments/sandbox-payment-gateway.ts'
import { yookassaPaymentGateway } from '../../src/adapters/payments/yookassa/yookassa-payment-gateway.ts'
import type { PaymentGateway } from '../../src/application/ports/payment-gateway.ts'
import type { Payment } from '../../src/domain/payments/payment.ts'
import { type YookassaServer, startYookassa } from '../support/yookassa-server.ts'
import { scriptedPayments } from '../twins/payment-gateway.ts'
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

const GATEWAYS: readonly (readonly [name: string, open: () => PaymentGateway])[] = [
  ['sandbox', sandboxPaymentGateway],
  ['YooKassa', () => yookassaPaymentGateway({ ...shop(), acceptsTest: false })],
  ['scripted twin', scriptedPayments],
]

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

for (const [name, open] of GATEWAYS) {
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

    it('tells later what it made, and of nothing else', async () => {
      const gateway = open()
      const payment = await made(gateway.create(order()))
      expect(await made(gateway.fetch(payment.id))).to.deep.equal(payment)
      expect(await gateway.fetch('nonsense')).to.have.nested.property('left.tag', 'payment_refused')
    })
  })
}

describe('sandbox payment gateway', () => {
  it('confirms at once, as a test payment, and still knows after a restart', async () => {
    const payment = await made(sandboxPaymentGateway().create(order()))
    expect(payment).to.include({ status: 'succeeded', test: true, confirmationUrl: null })
    expect(await made(sandboxPaymentGateway().fetch(payment.id))).to.deep.equal(payment)
  })
})

describe('refusing payment gateway', () => {
  it('sells nothing', async () => {
    const gateway = refusingPaymentGateway()
    expect(await gateway.create(order())).to.have.nested.property('left.tag', 'payment_unavailable')
    expect(await gateway.fetch('any')).to.have.nested.property('left.tag', 'payment_refused')
  })
})
