import { expect } from 'chai'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { fetchOpenApiCheck } from '../../support/documents/openapi-check.ts'
import type { ExpectDocumented } from '../../support/documents/openapi-check.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'

type Row = Readonly<Record<string, unknown>>

interface Usage {
  readonly data: readonly Row[]
  readonly total: Row
}

const SAY = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'one two three' }] }

const suite = (name: (typeof WORLD_NAMES)[number]): void => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer
  let other: { readonly id: string; readonly key: string }
  let expectDocumented: ExpectDocumented
  /** What each key was charged, in micro-roubles. */
  const charged = { first: 0, other: 0 }

  const ofAccount = (path: string, init: RequestInit = {}, who = customer): Promise<Response> =>
    fetch(`${gateway.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${who.accessToken}`, 'content-type': 'application/json' },
    })
  const call = async (key: string, model = SAY.model): Promise<number> => {
    const answer = await chat(gateway.url, key, { ...SAY, model })
    await answer.text()
    await eventually(async () => (await customer.balance()).held === '0.00')
    return Math.round(Number(answer.headers.get('x-gateway-cost-rub')) * 1e6)
  }

  before(async () => {
    world = await WORLDS[name]()
    gateway = await world.serve()
    expectDocumented = await fetchOpenApiCheck(gateway.url)
    customer = await makeCustomer(gateway.url, '100')
    const made = await ofAccount('/v1/me/api-keys', { method: 'POST', body: JSON.stringify({ name: 'other' }) })
    other = (await made.json()) as typeof other
    for (let round = 0; round < 2; round += 1) charged.first += await call(customer.apiKey)
    await call(customer.apiKey, 'sandbox/error')
    charged.other += await call(other.key)
  })
  after(() => world.remove())

  const rub = (micro: number): number => micro / 1e6
  const usage = async (query: string, who = customer): Promise<Usage> => {
    const response = await ofAccount(`/v1/me/usage?${query}`, {}, who)
    const body = (await response.json()) as Usage
    expectDocumented('readUsage', response.status, body)
    return body
  }
  const usageOfKey = async (query: string, key: string): Promise<Usage> => {
    const response = await fetch(`${gateway.url}/v1/usage?${query}`, { headers: { authorization: `Bearer ${key}` } })
    const body = (await response.json()) as Usage
    expectDocumented('readKeyUsage', response.status, body)
    return body
  }

  it('sums to what was charged, by every group', async () => {
    const { balance } = await customer.balance()
    for (const group of ['day', 'hour', 'model', 'key', 'surface']) {
      const { data, total } = await usage(`group=${group}`)
      expect(total, group).to.include({ calls: 4, refusals: 0, failures: 1, input_tokens: 9, output_tokens: 9 })
      expect(Number(total['cost'])).to.equal(rub(charged.first + charged.other))
      expect((100 - Number(total['cost'])).toFixed(6)).to.equal(Number(balance).toFixed(6))
      expect(data.reduce((calls, row) => calls + Number(row['calls']), 0)).to.equal(4)
      expect(data.every((row) => group in row)).to.equal(true)
    }
    expect((await usage('currency=TOKEN')).data).to.deep.equal([])
  })

  it('names keys, a deleted one too, and is filtered by key, model and surface', async () => {
    expect((await ofAccount(`/v1/me/api-keys/${other.id}`, { method: 'DELETE' })).status).to.equal(204)
    const { data } = await usage('group=key')
    const names = data.map((row) => [(row['key'] as Row)['name'], row['calls']])
    expect(names).to.have.deep.members([
      ['test', 3],
      ['other', 1],
    ])
    const ofOther = await usage(`key=${other.id}`)
    expect(Number(ofOther.total['cost'])).to.equal(rub(charged.other))
    expect((await usage('model=sandbox/error')).total).to.include({ calls: 1, failures: 1, cost: '0.00' })
    expect((await usage('surface=chat')).total).to.include({ calls: 4 })
    expect((await usage('surface=messages')).total).to.include({ calls: 0 })
  })

  it('shows a key its own calls alone, and an account nothing of another', async () => {
    const { total } = await usageOfKey('group=model', customer.apiKey)
    expect(total).to.include({ calls: 3 })
    expect(Number(total['cost'])).to.equal(rub(charged.first))
    const neighbour = await makeCustomer(gateway.url, '0')
    expect((await usage(`key=${other.id}`, neighbour)).total).to.include({ calls: 0, cost: '0.00' })
    const refused = await usageOfKey('from=0&to=1767225600', customer.apiKey)
    expect(refused).to.have.nested.property('error.param', 'from')
  })

  it('counts content that a provider refused as the list of requests tells it', async () => {
    const refused = await makeCustomer(gateway.url, '100')
    const asked = await fetch(`${gateway.url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${refused.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox/image-refuse', prompt: 'a lighthouse' }),
    })
    expect(asked.status).to.equal(502)
    await eventually(async () => (await refused.balance()).held === '0.00')
    const { data } = await usage('group=model', refused)
    expect(data.map((row) => [row['model'], row['calls'], row['refusals'], row['failures']])).to.deep.equal([
      ['sandbox/image-refuse', 1, 1, 0],
    ])
    const listed = await ofAccount('/v1/me/requests?outcome=refused', {}, refused)
    expect(await listed.json())
      .to.have.property('data')
      .that.has.length(1)
  })

  it('shows OpenRouter’s clients what a key spent this day, week and month', async () => {
    const response = await fetch(`${gateway.url}/v1/key`, { headers: { authorization: `Bearer ${customer.apiKey}` } })
    const body = (await response.json()) as { data: Row }
    expectDocumented('readKey', response.status, body)
    const spent = rub(charged.first)
    for (const period of ['usage', 'usage_daily', 'usage_weekly', 'usage_monthly']) {
      expect(body.data[period], period).to.equal(spent)
      expect(Number(body.data[`${period}_rub`]), period).to.equal(spent)
    }
  })

  it('is read to the last second of a query, by every group', async () => {
    const last = 253_402_300_799
    for (const group of ['hour', 'day', 'model', 'key', 'surface']) {
      for (const from of ['', `&from=${last - 1}`, `&from=${last - 3_600}`]) {
        expect((await usage(`group=${group}&to=${last}${from}`)).data, group + from).to.deep.equal([])
      }
    }
    const listed = await ofAccount(`/v1/me/requests?to=${last}&model=${SAY.model}`)
    expect(((await listed.json()) as Usage).data).to.have.lengthOf(3)
  })

  it('is a table where one is asked for', async () => {
    const response = await ofAccount('/v1/me/usage?format=csv&group=model')
    const [header, ...rows] = (await response.text()).trimEnd().split('\r\n')
    expect(header).to.match(/^model,calls,refusals,/)
    expect(rows.map((row) => row.split(',').slice(0, 4).join(','))).to.deep.equal([
      'sandbox/echo,3,0,0',
      'sandbox/error,1,0,1',
    ])
  })
}

for (const name of WORLD_NAMES) describe(`the usage of an account on ${name}`, () => suite(name))
