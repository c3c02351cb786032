import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { carryOut } from '../../support/processes/gateway-process.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { fetchOpenApiCheck } from '../../support/documents/openapi-check.ts'
import type { ExpectDocumented } from '../../support/documents/openapi-check.ts'
import { startYookassa } from '../../support/servers/yookassa-server.ts'
import type { YookassaServer } from '../../support/servers/yookassa-server.ts'

interface TopUp {
  readonly id: string
  readonly status: string
  readonly confirmation_url: string | null
}

/** The service accepts payment notifications from this address only. */
const PROVIDER_ADDRESS = '203.0.113.7'

/** An installation with its shop, and a customer whose payment is known to the shop alone. */
interface Shopfront {
  readonly world: GatewayWorld
  readonly shop: YookassaServer
  readonly environment: Readonly<Record<string, string>>
  readonly url: string
  readonly expectDocumented: ExpectDocumented
  readonly unnoticed: Customer
  remove(): Promise<void>
}

const orderAt = (url: string, { accessToken }: Customer, amount: string, key: string): Promise<Response> =>
  fetch(`${url}/v1/billing/topup`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ currency: 'RUB', amount }),
  })

const openShopfront = async (name: (typeof WORLD_NAMES)[number]): Promise<Shopfront> => {
  const shop = await startYookassa()
  const world = await WORLDS[name]()
  const environment = {
    SANDBOX_PAYMENTS: 'off',
    YOOKASSA_SHOP_ID: shop.shopId,
    YOOKASSA_SECRET_KEY: shop.secretKey,
    YOOKASSA_BASE_URL: shop.baseUrl,
    YOOKASSA_NOTIFICATION_ADDRESSES: PROVIDER_ADDRESS,
    TRUST_PROXY: '127.0.0.1',
  }
  const { url } = await world.start(environment)
  const unnoticed = await makeCustomer(url, '0')
  expect((await orderAt(url, unnoticed, '100', randomUUID())).status).to.equal(201)
  for (const id of shop.payments.keys()) shop.change(id, { status: 'succeeded' })
  return {
    world,
    shop,
    environment,
    url,
    unnoticed,
    expectDocumented: await fetchOpenApiCheck(url),
    remove: async () => {
      await world.remove()
      await shop.close()
    },
  }
}

const suite = (shopfront: () => Shopfront): void => {
  let { world, shop, environment, url, expectDocumented } = {} as Shopfront
  let customer: Customer

  before(() => {
    ;({ world, shop, environment, url, expectDocumented } = shopfront())
  })
  beforeEach(async () => {
    customer = await makeCustomer(url, '0')
  })

  const documented = async (operation: string, response: Response): Promise<{ status: number; body: unknown }> => {
    const body: unknown = await response.json()
    expectDocumented(operation, response.status, body)
    return { status: response.status, body }
  }
  const send = async (operation: string, path: string, init: RequestInit) =>
    documented(operation, await fetch(`${url}${path}`, init))
  const bearer = (): Record<string, string> => ({ authorization: `Bearer ${customer.accessToken}` })
  const order = async (amount = '100', key: string = randomUUID()): Promise<{ status: number; body: TopUp }> => {
    const answer = await documented('createTopUp', await orderAt(url, customer, amount, key))
    return { status: answer.status, body: answer.body as TopUp }
  }
  const read = async (id: string): Promise<TopUp> =>
    (await send('readTopUp', `/v1/billing/topups/${id}`, { headers: bearer() })).body as TopUp
  const paymentOf = (topUp: TopUp): string => {
    const [payment] = [...shop.payments.values()].filter(({ metadata }) => metadata['order_id'] === topUp.id)
    return payment?.id ?? ''
  }
  const notify = async (paymentId: string, event = 'payment.succeeded', from = PROVIDER_ADDRESS): Promise<number> => {
    const object = { id: paymentId, status: 'succeeded', paid: true, amount: { value: '999999.00', currency: 'RUB' } }
    const answer = await send('receivePaymentNotification', '/v1/billing/notifications/yookassa', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ type: 'notification', event, object }),
    })
    return answer.status
  }
  const balance = async (): Promise<string> => (await customer.balance()).balance

  it('sends the customer to pay, and credits once, however many notifications come', async () => {
    const { status, body } = await order()
    expect([status, body.status]).to.deep.equal([201, 'pending'])
    expect(body.confirmation_url).to.equal(`https://pay.example.org/${paymentOf(body)}`)
    expect(await balance()).to.equal('0.00')
    shop.change(paymentOf(body), { status: 'succeeded' })
    const statuses = await Promise.all(Array.from({ length: 20 }, () => notify(paymentOf(body))))
    expect(new Set(statuses)).to.deep.equal(new Set([200]))
    expect(await balance()).to.equal('100.00')
    expect(await notify(paymentOf(body)), 'late').to.equal(200)
    expect((await customer.transactions()).map(({ type, amount }) => `${type} ${amount}`)).to.deep.equal([
      'topup 100.00',
    ])
    expect((await read(body.id)).status).to.equal('succeeded')
  })

  it('trusts no notification: a forged one, and one from another address, have no effect', async () => {
    const { body } = await order()
    expect(await notify(paymentOf(body)), 'not paid, whatever it says').to.equal(200)
    expect(await balance()).to.equal('0.00')
    shop.change(paymentOf(body), { status: 'succeeded' })
    // The service asks about other payments by itself.
    const asked = (): number => shop.calls.filter((call) => call.includes(paymentOf(body))).length
    const before = asked()
    for (const address of ['198.51.100.1', `${PROVIDER_ADDRESS}, 198.51.100.1`, '127.0.0.1']) {
      expect(await notify(paymentOf(body), 'payment.succeeded', address), address).to.equal(404)
    }
    expect(asked(), 'other senders cause no request').to.equal(before)
    expect(await balance()).to.equal('0.00')
  })

  it('ignores payments of another shop, unknown payments and other events', async () => {
    for (const metadata of [{}, { order_id: 'their-17' }, { order_id: randomUUID() }]) {
      expect(await notify(shop.makeForeign(metadata).id)).to.equal(200)
    }
    expect(await notify(randomUUID())).to.equal(200)
    expect(await notify('../refunds')).to.equal(422)
    expect(await notify(randomUUID(), 'refund.succeeded')).to.equal(200)
    const elsewhere = await fetch(`${url}/v1/billing/notifications/sandbox`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': PROVIDER_ADDRESS },
      body: JSON.stringify({ event: 'payment.succeeded', object: { id: 'x' } }),
    })
    expect(elsewhere.status).to.equal(404)
  })

  const wrongs = {
    'another amount': { amount: { value: '1.00', currency: 'RUB' } },
    'another currency': { amount: { value: '100.00', currency: 'USD' } },
    'another order': { metadata: { order_id: randomUUID() } },
    'no real money': { test: true },
  }
  for (const [wrong, changes] of Object.entries(wrongs)) {
    it(`credits nothing for a payment of ${wrong}`, async () => {
      const { body } = await order()
      shop.change(paymentOf(body), { status: 'succeeded', ...changes })
      const id = [...shop.payments.values()].at(-1)?.id ?? ''
      expect(await notify(id)).to.equal(200)
      expect((await read(body.id)).status).to.equal('pending')
      expect(await balance()).to.equal('0.00')
    })
  }

  it('shows a canceled payment as canceled, in any order of notifications', async () => {
    const { body } = await order()
    shop.change(paymentOf(body), { status: 'canceled' })
    expect(await notify(paymentOf(body), 'payment.canceled')).to.equal(200)
    expect(await notify(paymentOf(body), 'payment.succeeded')).to.equal(200)
    expect((await read(body.id)).status).to.equal('canceled')
    expect(await balance()).to.equal('0.00')
  })

  it('answers a notification with 503 while the provider cannot be asked', async () => {
    const { body } = await order()
    shop.change(paymentOf(body), { status: 'succeeded' })
    shop.mishapsOf(paymentOf(body), 'fails_before', 'fails_before', 'fails_before')
    expect(await notify(paymentOf(body))).to.equal(503)
    expect(await balance()).to.equal('0.00')
    expect(await notify(paymentOf(body))).to.equal(200)
    expect(await balance()).to.equal('100.00')
  })

  it('answers 502 when the provider refuses an order, and does not order it again', async () => {
    shop.mishaps('refuses')
    const [key, before] = [randomUUID(), shop.payments.size]
    expect((await order('100', key)).status).to.equal(502)
    expect((await order('100', key)).status).to.equal(502)
    expect(shop.payments.size).to.equal(before)
  })

  it('makes one payment where the first attempt broke, and replays it', async () => {
    shop.mishaps('fails_after')
    const [key, before] = [randomUUID(), shop.payments.size]
    const first = await order('100', key)
    expect(first.status).to.equal(201)
    expect(await order('100', key)).to.deep.equal(first)
    expect(shop.payments.size).to.equal(before + 1)
  })

  it('refunds a top-up for an operator: in parts, never more than was paid or the wallet has', async () => {
    const { body } = await order()
    shop.change(paymentOf(body), { status: 'succeeded' })
    await notify(paymentOf(body))
    const refund = (...words: readonly string[]) =>
      carryOut(['topups', 'refund', body.id, ...words], { ...world.environment, ...environment })
    const id = randomUUID()
    const part = await refund('30.5', '--id', id)
    expect(part.exit).to.equal(0)
    expect(part.stdout).to.match(
      /^30\.50 RUB taken back, 30\.50 RUB on the way to the customer \(refund [-0-9a-f]{36}\)\n$/,
    )
    const again = await refund('30.5', '--id', id)
    expect(again, 'repeated').to.include({ exit: 0, stdout: `was done before: ${part.stdout}` })
    expect(await balance()).to.equal('69.50')
    expect((await refund('70')).stderr).to.include('no more than 69.5')
    const rest = await refund()
    expect(rest.stdout).to.include('69.50 RUB taken back')
    expect(await customer.balance()).to.deep.include({ balance: '0.00', held: '0.00' })
    expect((await refund()).exit).to.equal(1)
    const given = [...shop.refunds.values()].filter((each) => each.payment_id === paymentOf(body))
    expect(given.map(({ amount }) => amount.value)).to.deep.equal(['30.50', '69.50'])
    const moved = (await customer.transactions()).map(({ type, amount }) => `${type} ${amount}`)
    expect(moved).to.deep.equal(['refund -69.50', 'refund -30.50', 'topup 100.00'])
    expect((await world.audit()).stdout).to.include('the ledger is clean')
  })
}

describe('top-ups through YooKassa', () => {
  const opened = new Map<string, Shopfront>()
  const openedOn = (name: string): Shopfront => {
    const found = opened.get(name)
    if (found === undefined) throw new Error(`nothing was opened on ${name}`)
    return found
  }

  before(async () => {
    await Promise.all(WORLD_NAMES.map(async (name) => opened.set(name, await openShopfront(name))))
  })
  after(async () => {
    await Promise.all([...opened.values()].map((each) => each.remove()))
  })

  for (const name of WORLD_NAMES) describe(`on ${name}`, () => suite(() => openedOn(name)))

  // The service asks about a payment some time after it was ordered, which passes in all other tests.
  for (const name of WORLD_NAMES) {
    describe(`at last on ${name}`, () => {
      it('finds a payment whose notification never came', async () => {
        const { unnoticed } = openedOn(name)
        await eventually(async () => (await unnoticed.balance()).balance === '100.00', 250)
      })
    })
  }
})
