import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { isLeft, isRight, left } from 'fp-ts/lib/Either.js'
import { yookassaPaymentGateway } from '../../../../src/adapters/payments/yookassa/yookassa-payment-gateway.ts'
import { boundedGot } from '../../../../src/adapters/service-http/bounded-got.ts'
import type { PaymentGateway } from '../../../../src/application/ports/billing/payment-gateway.ts'
import type { Payment } from '../../../../src/domain/payments/payment.ts'
import { startYookassa } from '../../../support/servers/yookassa-server.ts'
import type { YookassaServer } from '../../../support/servers/yookassa-server.ts'

describe('YooKassa', () => {
  let server: YookassaServer
  let gateway: PaymentGateway
  const open = (over: Partial<Parameters<typeof yookassaPaymentGateway>[0]> = {}): PaymentGateway =>
    yookassaPaymentGateway({
      ...server,
      http: boundedGot,
      acceptsTest: false,
      isNotifier: () => true,
      retryDelayMs: 5,
      ...over,
    })

  beforeEach(async () => {
    server = await startYookassa()
    gateway = open()
  })
  afterEach(() => server.close())

  const order = () => ({ topUpId: randomUUID(), price: 123_450_000n, description: 'Top-up', returnUrl: 'https://a.b/' })
  const created = async (wanted = order()): Promise<Payment> => {
    const payment = await gateway.create(wanted)
    if (isLeft(payment)) throw new Error(payment.left.message)
    return payment.right
  }
  const only = () => [...server.payments.values()]

  it('makes a payment that the customer confirms on its page', async () => {
    const wanted = order()
    const payment = await created(wanted)
    expect(payment).to.deep.equal({
      id: payment.id,
      status: 'pending',
      amount: 123_450_000n,
      currency: 'RUB',
      topUpId: wanted.topUpId,
      test: false,
      confirmationUrl: `https://pay.example.org/${payment.id}`,
    })
    expect(only()[0]).to.deep.include({
      amount: { value: '123.45', currency: 'RUB' },
      metadata: { order_id: wanted.topUpId },
    })
  })

  it('gives the present state of a payment', async () => {
    const { id } = await created()
    for (const [reported, status] of [
      ['waiting_for_capture', 'pending'],
      ['succeeded', 'succeeded'],
      ['canceled', 'canceled'],
    ] as const) {
      server.change(id, { status: reported })
      expect(await gateway.fetch(id)).to.have.nested.property('right.status', status)
    }
  })

  it('does not accept a payment that succeeded without being paid', async () => {
    const { id } = await created()
    Object.assign(server.payments.get(id) ?? {}, { status: 'succeeded', paid: false })
    expect(isLeft(await gateway.fetch(id))).to.equal(true)
    Object.assign(server.payments.get(id) ?? {}, { paid: true })
    expect(await gateway.fetch(id)).to.have.nested.property('right.status', 'succeeded')
  })

  it('takes a payment without the test flag as a test', async () => {
    const { id } = await created()
    server.change(id, { test: true })
    expect(await gateway.fetch(id)).to.have.nested.property('right.test', true)
    Object.assign(server.payments.get(id) ?? {}, { test: undefined })
    expect(await gateway.fetch(id)).to.have.nested.property('right.test', true)
  })

  for (const mishap of ['fails_before', 'fails_after', 'hangs'] as const) {
    it(`makes one payment when the first attempt ${mishap.replace('_', ' ')}`, async () => {
      server.mishaps(mishap)
      gateway = open({ timeoutMs: 1_000 })
      const wanted = order()
      const payment = await created(wanted)
      expect(only().map(({ id }) => id)).to.deep.equal([payment.id])
      expect(await created(wanted)).to.deep.equal(payment)
    })
  }

  it('stops after its time limit and three attempts, and reports that the outcome is unknown', async () => {
    server.mishaps('hangs', 'hangs', 'hangs')
    const wanted = order()
    expect(await open({ timeoutMs: 200 }).create(wanted)).to.have.nested.property('left.tag', 'payment_unavailable')
    expect(server.calls.length).to.be.at.most(3)
    const later = await created(wanted)
    expect(
      only().map(({ id }) => id),
      'the same order again is the same payment',
    ).to.deep.equal([later.id])
  })

  it('is unavailable when no server listens, and when the answer has another form', async () => {
    const deaf = open({ baseUrl: 'http://127.0.0.1:9/v3' })
    expect(await deaf.create(order())).to.have.nested.property('left.tag', 'payment_unavailable')
    server.mishaps('talks_nonsense')
    expect(await gateway.create(order())).to.have.nested.property('left.tag', 'payment_unavailable')
  })

  it('is unavailable when the answer has no end, or is packed', async () => {
    for (const [mishap, code] of [
      ['never_ends', 'ERR_ANSWER_TOO_LARGE'],
      ['packs', 'ERR_ANSWER_PACKED'],
    ] as const) {
      server.mishaps(mishap)
      expect(await gateway.create(order())).to.deep.equal({
        _tag: 'Left',
        left: { tag: 'payment_unavailable', message: `YooKassa gave no answer that can be read: ${code}` },
      })
    }
  })

  it('reports a refusal with the message of YooKassa, without another attempt', async () => {
    server.mishaps('refuses')
    const refused = await gateway.create(order())
    expect(refused).to.deep.include({
      left: { tag: 'payment_refused', message: 'YooKassa answered 400: invalid_request: No.' },
    })
    expect(server.calls).to.have.length(1)
    expect(await gateway.fetch(randomUUID())).to.have.nested.property('left.tag', 'payment_refused')
  })

  it('takes no answer about its own key for a refusal of the order, which may have been carried out', async () => {
    const { id } = await created()
    server.change(id, { status: 'succeeded' })
    const part = { refundId: randomUUID(), paymentId: id, amount: 23_450_000n }
    server.mishaps('fails_after', 'forbids')
    expect(await gateway.refund(part)).to.deep.equal(
      left({ tag: 'payment_unavailable', message: 'YooKassa answered 403: forbidden: No.' }),
    )
    expect(isRight(await gateway.refund(part))).to.equal(true)
    expect(server.refunds.size).to.equal(1)
    const withWrongKey = await open({ secretKey: 'live_wrong' }).fetch(randomUUID())
    expect(withWrongKey).to.have.nested.property('left.tag', 'payment_unavailable')
    expect(JSON.stringify(withWrongKey)).not.to.include('live_wrong')
  })

  it('sends no payment id as a path of its own', async () => {
    expect(isRight(await gateway.fetch('../refunds'))).to.equal(false)
    expect(server.calls).to.deep.equal(['GET /v3/payments/..%2Frefunds'])
  })

  it('refunds a part once for any number of equal orders', async () => {
    const { id } = await created()
    server.change(id, { status: 'succeeded' })
    const part = { refundId: randomUUID(), paymentId: id, amount: 23_450_000n }
    server.mishaps('fails_after')
    const given = await gateway.refund(part)
    expect(given).to.deep.include({
      right: { ...(isRight(given) ? given.right : {}), status: 'succeeded', amount: 23_450_000n },
    })
    expect(await gateway.refund(part)).to.deep.equal(given)
    expect(server.refunds.size).to.equal(1)
    const tooMuch = await gateway.refund({ refundId: randomUUID(), paymentId: id, amount: 123_450_000n })
    expect(tooMuch).to.have.nested.property('left.tag', 'payment_refused')
  })
})
