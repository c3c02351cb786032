import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { receiveNotificationEndpoint } from '../../../../../src/adapters/http/account/billing/receive-notification.ts'
import { paymentGateways } from '../../../../../src/application/billing/top-ups/payment-gateways.ts'
import {
  acceptsNotification,
  receiveNotification,
} from '../../../../../src/application/billing/top-ups/receive-notification.ts'
import type {
  NotificationRefusal,
  PaymentGateway,
} from '../../../../../src/application/ports/billing/payment-gateway.ts'
import { serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'
import { scriptedPayments } from '../../../../twins/billing/payment-gateway.ts'

const bench = async (gateways: readonly PaymentGateway[]) => {
  const payments = paymentGateways(gateways)
  const asked: string[] = []
  const provider = { isReachable: true }
  const app = await serveForTest([
    receiveNotificationEndpoint({
      acceptsNotification: acceptsNotification({ payments }),
      receiveNotification: receiveNotification({
        payments,
        checkPayment: async (input) => {
          asked.push(`${input.provider} ${input.paymentId}`)
          return provider.isReachable
            ? left({ tag: 'not_found' })
            : left({ tag: 'payment_unavailable', message: 'timeout' })
        },
      }),
    }),
  ])
  return { app, asked, provider }
}

const post = async (
  app: RunningApp,
  provider: string,
  { body, headers }: { readonly body: Uint8Array; readonly headers: Record<string, string> },
): Promise<number> => {
  const response = await fetch(`${app.url}/v1/billing/notifications/${provider}`, {
    method: 'POST',
    headers,
    body: Buffer.from(body),
  })
  await response.arrayBuffer()
  return response.status
}

describe('the notification endpoint', () => {
  const [one, two] = [scriptedPayments('one'), scriptedPayments('two')]
  const silent: PaymentGateway = { ...scriptedPayments('silent'), acceptsNotificationFrom: () => false }
  let running: Awaited<ReturnType<typeof bench>>
  beforeEach(async () => {
    running = await bench([one, two, silent])
  })
  afterEach(() => running.app.close())

  it('asks the provider of its path about the payment that the notification names', async () => {
    const { app, asked } = running
    expect(await post(app, 'one', one.notification('p-1'))).to.equal(200)
    expect(await post(app, 'two', two.notification('p-2'))).to.equal(200)
    expect(asked).to.deep.equal(['one p-1', 'two p-2'])
  })

  it('lets the gateway verify the signature over the bytes as they came', async () => {
    const { app, asked } = running
    const { body, headers } = one.notification('p-1')
    const parsedAndWrittenAgain = new TextEncoder().encode(new TextDecoder().decode(body).replaceAll(/ +/g, ' '))
    expect(await post(app, 'one', { body: parsedAndWrittenAgain, headers })).to.equal(404)
    expect(await post(app, 'one', { body, headers: {} })).to.equal(404)
    expect(await post(app, 'two', { body, headers }), 'signed by another provider').to.equal(404)
    expect(asked).to.deep.equal([])
  })

  it('answers 404 to an address or a provider that it does not accept, before it reads the body', async () => {
    const { app, asked } = running
    const tooLarge = { body: new Uint8Array(100_000), headers: {} }
    for (const provider of ['silent', 'three', 'constructor']) {
      expect(await post(app, provider, tooLarge), provider).to.equal(404)
    }
    expect(await post(app, 'one', tooLarge)).to.equal(413)
    expect(asked).to.deep.equal([])
  })

  it('answers 503 while the provider cannot be asked, so that the notification comes again', async () => {
    const { app, provider } = running
    provider.isReachable = false
    expect(await post(app, 'one', one.notification('p-1'))).to.equal(503)
  })

  it('answers 200 to an event that is not about a payment', async () => {
    const { app, asked } = await bench([{ ...one, hintOf: () => right(null) }])
    expect(await post(app, 'one', one.notification('p-1'))).to.equal(200)
    expect(asked).to.deep.equal([])
    await app.close()
  })

  const STATUSES: Readonly<Record<NotificationRefusal['reason'], number>> = {
    signature: 404,
    media_type: 415,
    syntax: 400,
    content: 422,
  }
  for (const [reason, status] of Object.entries(STATUSES)) {
    it(`answers ${status} to a notification that is refused for its ${reason}`, async () => {
      const refusal = { tag: 'notification_refused', reason, message: 'must be better' } as NotificationRefusal
      const { app } = await bench([{ ...one, hintOf: () => left(refusal) }])
      expect(await post(app, 'one', one.notification('p-1'))).to.equal(status)
      await app.close()
    })
  }
})
