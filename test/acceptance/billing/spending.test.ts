import { expect } from 'chai'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { fetchOpenApiCheck } from '../../support/documents/openapi-check.ts'
import type { ExpectDocumented } from '../../support/documents/openapi-check.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'

type Body = Readonly<Record<string, unknown>>

const SAY = { model: 'sandbox/echo', max_tokens: 10, messages: [{ role: 'user', content: 'one two three' }] }

const suite = (name: (typeof WORLD_NAMES)[number]): void => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer
  let expectDocumented: ExpectDocumented

  before(async () => {
    world = await WORLDS[name]()
    gateway = await world.serve({ RATE_LIMIT_PER_MINUTE: '30' })
    expectDocumented = await fetchOpenApiCheck(gateway.url)
    customer = await makeCustomer(gateway.url, '100')
  })
  after(() => world.remove())

  const get = async (operation: string, path: string, key = customer.apiKey) => {
    const response = await fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${key}` } })
    const body = (await response.json()) as Body
    expectDocumented(operation, response.status, body)
    return { status: response.status, headers: response.headers, body }
  }
  const dataOf = async (operation: string, path: string, key?: string): Promise<Body> =>
    (await get(operation, path, key)).body['data'] as Body

  const ofAccount = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${gateway.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${customer.accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const makeKey = async (fields: object): Promise<{ readonly id: string; readonly key: string }> => {
    const made = await ofAccount('POST', '/v1/me/api-keys', { name: 'other', ...fields })
    return (await made.json()) as { readonly id: string; readonly key: string }
  }
  const spend = async (key: string): Promise<number> => {
    const answer = await chat(gateway.url, key, SAY)
    await answer.text()
    await eventually(async () => (await customer.balance()).held === '0.00')
    return Number(answer.headers.get('x-gateway-cost-rub'))
  }

  it('shows a key its own limit and what it was charged, to the micro-rouble', async () => {
    const fresh = await dataOf('readKey', '/v1/key')
    expect(fresh).to.deep.include({ limit: null, limit_remaining: null, usage: 0, usage_rub: '0.00', expires_at: null })
    expect(fresh['rate_limit']).to.deep.equal({ requests: 30, tokens: null, interval: '60s' })
    const { key } = await makeKey({ spend_limit: '5' })
    const cost = await spend(key)
    expect(cost).to.be.above(0)
    const after = await dataOf('readKey', '/v1/key', key)
    expect(after).to.deep.include({ limit: 5, limit_rub: '5.00', usage: cost })
    expect(Number(after['limit_remaining_rub'])).to.equal(Number((5 - cost).toFixed(6)))
    expect(String(after['label'])).to.match(/^other \(sk-aiagg-.+….{4}\)$/)
  })

  it('shows the credits of the account, and counts what deleted keys spent', async () => {
    const before = await dataOf('readCredits', '/v1/credits')
    const { id, key } = await makeKey({})
    const cost = await spend(key)
    expect((await ofAccount('DELETE', `/v1/me/api-keys/${id}`)).status).to.equal(204)
    const after = await dataOf('readCredits', '/v1/credits')
    expect(after['total_credits_rub']).to.equal('100.00')
    expect(after['total_usage']).to.equal(Number((Number(before['total_usage']) + cost).toFixed(6)))
    const { balance } = await customer.balance()
    expect((Number(after['total_credits']) - Number(after['total_usage'])).toFixed(6)).to.equal(
      Number(balance).toFixed(6),
    )
  })

  it('answers the old questions for a balance: what may be spent in all, and what was, in kopecks', async () => {
    const { body: account } = await get('readSubscription', '/v1/dashboard/billing/subscription')
    expect(account).to.include({ hard_limit_usd: 100, hard_limit_rub: '100.00', access_until: 0 })
    const credits = await dataOf('readCredits', '/v1/credits')
    const usage = await get('readBillingUsage', '/v1/dashboard/billing/usage?start_date=2026-01-01&end_date=2026-02-01')
    expect(usage.body['total_usage']).to.equal(Number((Number(credits['total_usage']) * 100).toFixed(6)))
    expect(usage.body['total_usage_rub']).to.equal(credits['total_usage_rub'])
    expect(usage.headers.get('x-gateway-ignored')).to.equal('start_date, end_date')
    const { key } = await makeKey({ spend_limit: '5', expires_at: 4_000_000_000 })
    const { body: limited } = await get('readSubscription', '/v1/dashboard/billing/subscription', key)
    expect(limited).to.include({ hard_limit_usd: 5, access_until: 4_000_000_000 })
  })

  it('counts these questions in a bucket of their own, of 300 a minute', async () => {
    const { headers } = await get('readKey', '/v1/key')
    expect(headers.get('x-ratelimit-limit-requests')).to.equal('300')
    for (let asked = 0; asked < 40; asked += 1) expect((await get('readKey', '/v1/key')).status).to.equal(200)
    const models = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer ${customer.apiKey}` } })
    expect(models.status).to.equal(200)
    expect(models.headers.get('x-ratelimit-limit-requests')).to.equal('30')
  })

  it('tells a client without a valid key nothing', async () => {
    for (const [operation, path] of [
      ['readKey', '/v1/key'],
      ['readCredits', '/v1/credits'],
      ['readSubscription', '/v1/dashboard/billing/subscription'],
      ['readBillingUsage', '/v1/dashboard/billing/usage'],
    ] as const) {
      expect((await get(operation, path, `sk-aiagg-${'A'.repeat(43)}`)).status, path).to.equal(401)
    }
  })
}

for (const name of WORLD_NAMES) describe(`What a key holder may ask about money, on ${name}`, () => suite(name))
