import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { fetchOpenApiCheck } from '../../support/documents/openapi-check.ts'
import type { ExpectDocumented } from '../../support/documents/openapi-check.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { SERVES_WITH_LOCAL_WEBHOOKS } from '../../support/processes/gateway-process.ts'
import { LOCAL_WEBHOOKS } from '../../support/processes/serve-here.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { openWebhookReceiver } from '../../support/servers/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/servers/webhook-receiver.ts'

interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
}

const suite = (name: (typeof WORLD_NAMES)[number]): void => {
  let world: GatewayWorld
  let gateway: Pick<ServiceHere, 'url' | 'output'>
  let service: ServiceHere
  let customer: Customer
  let receiver: WebhookReceiver
  let expectDocumented: ExpectDocumented

  before(async () => {
    world = await WORLDS[name]()
    service = await world.serve({}, LOCAL_WEBHOOKS)
    gateway = service
    expectDocumented = await fetchOpenApiCheck(gateway.url)
  })
  after(() => world.remove())
  beforeEach(async () => {
    customer = await makeCustomer(gateway.url, '0')
    receiver = await openWebhookReceiver()
  })
  afterEach(() => receiver.close())

  const send = async (operation: string, method: string, path: string, body?: unknown): Promise<Reply> => {
    const headers = { authorization: `Bearer ${customer.accessToken}`, 'content-type': 'application/json' }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${gateway.url}/v1/me/webhooks${path}`, { method, headers, ...content })
    const text = await response.text()
    const parsed = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>)
    expectDocumented(operation, response.status, parsed)
    return { status: response.status, body: parsed ?? {} }
  }
  const create = async (fields: object = {}): Promise<Reply> => {
    const made = await send('createWebhook', 'POST', '', { url: receiver.url, ...fields })
    if (made.status === 201) receiver.secrets.push(String(made.body['secret']))
    return made
  }
  const buy = (amount: string): Promise<Response> =>
    fetch(`${gateway.url}/v1/billing/topup`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${customer.accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ currency: 'RUB', amount }),
    })
  const deliveries = async (id: unknown, query = '') => {
    const { body } = await send('listWebhookDeliveries', 'GET', `/${String(id)}/deliveries${query}`)
    return body as { data: readonly Record<string, unknown>[]; next_cursor: string | null }
  }
  const ended = async (id: unknown): Promise<Record<string, unknown>> => {
    await eventually(async () => (await deliveries(id)).data[0]?.['status'] !== 'waiting', 100)
    return (await deliveries(id)).data[0] ?? {}
  }

  it('get an event that the official library verifies, and list its delivery', async () => {
    const { status, body } = await create({ events: ['topup.succeeded'], description: 'Books' })
    expect([status, String(body['secret']).slice(0, 6)]).to.deep.equal([201, 'whsec_'])
    const { id: topUpId } = (await (await buy('70.50')).json()) as { id: string }
    await eventually(() => receiver.events.length > 0, 50)
    const [event] = receiver.events
    expect(event?.type).to.equal('topup.succeeded')
    expect(event?.data).to.deep.equal({ topup_id: topUpId, currency: 'RUB', amount: '70.50', price_rub: '70.50' })
    const delivery = await ended(body['id'])
    const expected = {
      event_id: event?.id,
      type: 'topup.succeeded',
      status: 'delivered',
      attempts: 1,
      last_status: 204,
    }
    expect(delivery).to.include(expected)
    const listed = await send('listWebhooks', 'GET', '')
    expect(JSON.stringify(listed.body)).to.include('"description":"Books"').and.not.include('whsec_')
    expect(gateway.output()).to.not.include(String(body['secret']))
  })

  it('are tested and tried again, under one id', async () => {
    const { body } = await create()
    receiver.status = 500
    const tested = await send('testWebhook', 'POST', `/${String(body['id'])}/test`)
    expect([tested.status, tested.body['type'], tested.body['status']]).to.deep.equal([202, 'webhook.test', 'waiting'])
    await eventually(async () => (await deliveries(body['id'])).data[0]?.['last_status'] === 500, 100)
    receiver.status = 200
    const path = `/${String(body['id'])}/deliveries/${String(tested.body['id'])}/redeliver`
    expect((await send('redeliverWebhook', 'POST', path)).status).to.equal(202)
    expect(await ended(body['id'])).to.include({ id: tested.body['id'], status: 'delivered', last_status: 200 })
    expect((await send('redeliverWebhook', 'POST', path)).body['id']).to.not.equal(tested.body['id'])
    await eventually(() => receiver.events.length >= 3, 50)
    expect(new Set(receiver.events.map(({ id }) => id)).size).to.equal(1)
    const first = await deliveries(body['id'], '?limit=1')
    const second = await deliveries(body['id'], `?limit=1&cursor=${String(first.next_cursor)}`)
    expect([first.data.length, second.data[0]?.['id'], second.next_cursor]).to.deep.equal([1, tested.body['id'], null])
  })

  it('get two signatures after a rotation', async () => {
    const { body } = await create()
    const rotated = await send('rotateWebhookSecret', 'POST', `/${String(body['id'])}/rotate-secret`)
    expect(rotated.body['secret']).to.not.equal(body['secret'])
    await send('testWebhook', 'POST', `/${String(body['id'])}/test`)
    await eventually(() => receiver.events.length > 0, 50)
    expect(receiver.events[0]?.signatures).to.equal(2)
    receiver.secrets.splice(0, 1, String(rotated.body['secret']))
    await send('testWebhook', 'POST', `/${String(body['id'])}/test`)
    await eventually(() => receiver.events.length > 1, 50)
  })

  it('are disabled by a server that answers 410, and by their owner', async () => {
    const { body } = await create()
    const path = `/${String(body['id'])}`
    receiver.status = 410
    await send('testWebhook', 'POST', `${path}/test`)
    await eventually(async () => {
      const listed = (await send('listWebhooks', 'GET', '')).body as unknown as readonly Record<string, unknown>[]
      return listed[0]?.['disabled_reason'] === 'gone'
    }, 100)
    expect((await send('testWebhook', 'POST', `${path}/test`)).status).to.equal(409)
    const enabled = await send('changeWebhook', 'PATCH', path, { enabled: true })
    expect(enabled.body).to.include({ enabled: true, disabled_reason: null })
    await send('changeWebhook', 'PATCH', path, { enabled: false })
    await buy('5')
    expect((await deliveries(body['id'])).data).to.have.length(1)
  })

  it('have public addresses only', async () => {
    const bad = ['https://10.0.0.1/', 'http://localhost/', 'https://[::1]/', 'ftp://example.com/', 'https://a:b@e.com/']
    for (const url of bad) {
      const { status, body } = await create({ url })
      expect([status, JSON.stringify(body).includes('unsafe_url')], url).to.deep.equal([422, true])
    }
    const { body } = await create()
    const changed = await send('changeWebhook', 'PATCH', `/${String(body['id'])}`, { url: 'https://192.168.1.1/' })
    expect(changed.status).to.equal(422)
  })

  it('are the account’s own, and ten at the most', async () => {
    const { body } = await create()
    const path = `/${String(body['id'])}`
    const owner = customer
    customer = await makeCustomer(gateway.url, '0')
    const answers = [
      await send('changeWebhook', 'PATCH', path, { enabled: false }),
      await send('deleteWebhook', 'DELETE', path),
      await send('rotateWebhookSecret', 'POST', `${path}/rotate-secret`),
      await send('testWebhook', 'POST', `${path}/test`),
      await send('listWebhookDeliveries', 'GET', `${path}/deliveries`),
      await send('redeliverWebhook', 'POST', `${path}/deliveries/${randomUUID()}/redeliver`),
    ]
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(6).fill(404))
    customer = owner
    const more = await Promise.all(Array.from({ length: 12 }, () => create()))
    expect(more.filter(({ status }) => status === 201)).to.have.length(9)
    expect((await send('deleteWebhook', 'DELETE', path)).status).to.equal(204)
    expect((await create()).status).to.equal(201)
  })

  it('get what was not delivered from the next process, after the first was killed', async () => {
    await service.stop()
    const killed = await world.start({}, SERVES_WITH_LOCAL_WEBHOOKS)
    gateway = killed
    const port = Number(new URL(receiver.url).port)
    const { body } = await create()
    const { secrets } = receiver
    await receiver.close()
    await buy('3')
    await eventually(async () => (await deliveries(body['id'])).data[0]?.['attempts'] === 1, 50)
    await killed.end('SIGKILL')
    receiver = await openWebhookReceiver(port)
    receiver.secrets.push(...secrets)
    gateway = await world.serve({}, LOCAL_WEBHOOKS)
    await eventually(() => receiver.events.length > 0, 100)
    expect(receiver.events.map(({ type }) => type)).to.deep.equal(['topup.succeeded'])
  })
}

for (const name of WORLD_NAMES) describe(`webhooks on ${name}`, () => suite(name))
