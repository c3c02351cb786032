import { expect } from 'chai'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { fetchOpenApiCheck } from '../../support/documents/openapi-check.ts'
import type { ExpectDocumented } from '../../support/documents/openapi-check.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'

interface PaidRequest {
  readonly id: string
  readonly model: string | null
  readonly key: { readonly id: string; readonly name: string; readonly masked: string } | null
  readonly first_word_ms: number | null
  readonly started_at: number
}

interface RequestList {
  readonly data: readonly PaidRequest[]
  readonly next_cursor: string | null
}

const SAY = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'one two three' }] }

const suite = (name: (typeof WORLD_NAMES)[number]): void => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let expectDocumented: ExpectDocumented

  before(async () => {
    world = await WORLDS[name]()
    gateway = await world.serve()
    expectDocumented = await fetchOpenApiCheck(gateway.url)
  })
  after(() => world.remove())

  const asked = (customer: Customer, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${gateway.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${customer.accessToken}`, 'content-type': 'application/json' },
    })
  const list = async (customer: Customer, query = ''): Promise<RequestList> => {
    const response = await asked(customer, `/v1/me/requests${query}`)
    const body = (await response.json()) as RequestList
    expectDocumented('listRequests', response.status, body)
    return body
  }
  const idsOf = ({ data }: RequestList): string[] => data.map(({ id }) => id)
  /** Calls, and waits until the call has ended. */
  const call = async (customer: Customer, body: object = {}, key = customer.apiKey): Promise<string> => {
    const answer = await chat(gateway.url, key, { ...SAY, ...body })
    await answer.text()
    await eventually(async () => (await customer.balance()).held === '0.00')
    return answer.headers.get('x-gateway-operation-id') ?? ''
  }

  it('shows ended calls with money and facts, never words, to their account alone', async () => {
    const [customer, neighbour] = [await makeCustomer(gateway.url, '100'), await makeCustomer(gateway.url, '100')]
    const good = await call(customer)
    const failed = await call(customer, { model: 'sandbox/error' })
    await call(neighbour)
    const page = await list(customer)
    expect(idsOf(page)).to.deep.equal([failed, good])
    const [bad, paid] = page.data as unknown as readonly Record<string, unknown>[]
    expect(bad).to.include({ status: 'not_charged', outcome: 'upstream_failed', charge: '0.00', usage: null })
    expect(paid).to.include({
      kind: 'chat',
      model: 'sandbox/echo',
      status: 'charged',
      outcome: 'succeeded',
      currency: 'RUB',
    })
    expect(paid?.['usage']).to.include({ prompt_tokens: 3, completion_tokens: 3 })
    expect(paid?.['key']).to.include({ name: 'test' })
    const receipt = await fetch(`${gateway.url}/v1/usage/${good}`, {
      headers: { authorization: `Bearer ${customer.apiKey}` },
    })
    const { charge, hold, attempts } = (await receipt.json()) as Record<string, unknown>
    expect(paid).to.deep.include({ charge, hold, attempts })
    expect(JSON.stringify(page)).not.to.contain('one two three')
    expect((await fetch(`${gateway.url}/v1/me/requests`)).status).to.equal(401)
  })

  it('tells how long the first piece of a streamed answer took, and nothing of that where the answer came whole', async () => {
    const customer = await makeCustomer(gateway.url, '100')
    const ids = [await call(customer, { stream: true }), await call(customer)]
    const [whole, streamed] = (await list(customer)).data
    expect([streamed?.id, whole?.id]).to.deep.equal(ids)
    expect(streamed?.first_word_ms).to.be.a('number').that.is.at.least(0)
    expect(whole?.first_word_ms).to.equal(null)
    const one = await asked(customer, `/v1/me/requests/${ids[0]}`)
    expect(await one.json()).to.include({ first_word_ms: streamed?.first_word_ms })
    const [head, first, second] = (await (await asked(customer, '/v1/me/requests?format=csv')).text()).split('\r\n')
    expect(head).to.match(/,first_word_ms,usage$/)
    expect([first, second].map((line) => line?.split(',"{')[0]?.split(',').at(-1))).to.deep.equal([
      '',
      String(streamed?.first_word_ms),
    ])
  })

  it('is read on by a cursor while calls end, and filtered by model, key, outcome and time', async () => {
    const customer = await makeCustomer(gateway.url, '100')
    const made = await asked(customer, '/v1/me/api-keys', { method: 'POST', body: JSON.stringify({ name: 'other' }) })
    const other = (await made.json()) as { id: string; key: string }
    const first = await call(customer)
    const second = await call(customer, { model: 'sandbox/error' })
    const third = await call(customer, {}, other.key)
    const page = await list(customer, '?limit=2')
    expect(idsOf(page)).to.deep.equal([third, second])
    const fourth = await call(customer)
    const rest = await list(customer, `?limit=2&cursor=${page.next_cursor ?? ''}`)
    expect([idsOf(rest), rest.next_cursor]).to.deep.equal([[first], null])

    expect((await asked(customer, `/v1/me/api-keys/${other.id}`, { method: 'DELETE' })).status).to.equal(204)
    const ofKey = await list(customer, `?key=${other.id}`)
    expect(idsOf(ofKey)).to.deep.equal([third])
    expect(ofKey.data[0]?.key).to.include({ id: other.id, name: 'other' })
    expect(idsOf(await list(customer, '?model=sandbox/error'))).to.deep.equal([second])
    expect(idsOf(await list(customer, '?outcome=succeeded&limit=2'))).to.deep.equal([fourth, third])
    expect(idsOf(await list(customer, '?currency=TOKEN'))).to.deep.equal([])
    const { data } = await list(customer)
    const [latest, earliest] = [data[0]?.started_at ?? 0, data.at(-1)?.started_at ?? 0]
    expect(idsOf(await list(customer, `?from=${earliest}&to=${latest + 1}`))).to.deep.equal([
      fourth,
      third,
      second,
      first,
    ])
    expect(idsOf(await list(customer, `?to=${earliest}`))).to.deep.equal([])
    expect(idsOf(await list(customer, `?from=${latest + 1}`))).to.deep.equal([])
  })

  it('is a table where one is asked for, with names of keys that no spreadsheet computes', async () => {
    const customer = await makeCustomer(gateway.url, '100')
    const formula = '=HYPERLINK("https://thief.example","ok")'
    const made = await asked(customer, '/v1/me/api-keys', { method: 'POST', body: JSON.stringify({ name: formula }) })
    const { key } = (await made.json()) as { key: string }
    const ids = [await call(customer, {}, key), await call(customer, {}, key)]
    const response = await asked(customer, '/v1/me/requests?format=csv&limit=1')
    expect(response.headers.get('content-type')).to.match(/^text\/csv/)
    const lines = (await response.text()).split('\r\n')
    expect(lines.length).to.equal(4)
    expect(lines.slice(1, 3).map((line) => line.split(',')[0])).to.deep.equal(ids.toReversed())
    expect(lines[1]).to.contain(`,"'=HYPERLINK(""https://thief.example"",""ok"")",`)
  })
}

for (const name of WORLD_NAMES) describe(`the paid calls of an account on ${name}`, () => suite(name))
