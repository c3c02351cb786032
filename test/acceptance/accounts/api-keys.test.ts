import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { fetchOpenApiCheck } from '../../support/documents/openapi-check.ts'
import type { ExpectDocumented } from '../../support/documents/openapi-check.ts'

interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
}

const NOW = (): number => Math.floor(Date.now() / 1000)

const suite = (name: (typeof WORLD_NAMES)[number]): void => {
  let world: GatewayWorld
  let gateway: GatewayProcess
  let customer: Customer
  let expectDocumented: ExpectDocumented

  before(async () => {
    world = await WORLDS[name]()
    gateway = await world.start()
    expectDocumented = await fetchOpenApiCheck(gateway.url)
    customer = await makeCustomer(gateway.url, '100')
  })
  after(() => world.remove())

  const send = async (operation: string, method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${customer.accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const parsed = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>)
    expectDocumented(operation, response.status, parsed)
    return { status: response.status, body: parsed ?? {} }
  }
  const create = (fields: object = {}): Promise<Reply> =>
    send('createApiKey', 'POST', '/v1/me/api-keys', { name: 'key', ...fields })
  const change = (id: unknown, fields: object): Promise<Reply> =>
    send('changeApiKey', 'PATCH', `/v1/me/api-keys/${String(id)}`, fields)
  const list = async (): Promise<readonly Record<string, unknown>[]> => {
    const { body } = await send('listApiKeys', 'GET', '/v1/me/api-keys')
    return body as unknown as readonly Record<string, unknown>[]
  }
  const shown = async (id: unknown) => (await list()).find((key) => key['id'] === id)

  const ask = async (key: unknown, fields: object = {}): Promise<Reply & { readonly headers: Headers }> => {
    const message = { role: 'user', content: 'one two three' }
    const response = await chat(gateway.url, String(key), { model: 'sandbox/echo', messages: [message], ...fields })
    const body = (await response.json()) as Record<string, unknown>
    expectDocumented('createChatCompletion', response.status, body)
    return { status: response.status, body, headers: response.headers }
  }
  const codeOf = ({ body }: Reply): unknown => (body['error'] as { code?: unknown } | undefined)?.code

  it('are shown whole once, and then only their first and last characters', async () => {
    const { status, body } = await create({ name: 'laptop' })
    expect(status).to.equal(201)
    const key = String(body['key'])
    expect(key).to.match(/^sk-aiagg-[\w-]{43}$/)
    const later = await shown(body['id'])
    expect(later).to.include({ name: 'laptop', last_four: key.slice(-4), last_used_at: null, spent: '0.00' })
    expect(key.startsWith(String(later?.['prefix']))).to.equal(true)
    expect(JSON.stringify(await list())).not.to.include(key)
  })

  it('expire, and are valid again with a later expiry', async () => {
    const { body } = await create({ expires_at: NOW() + 3_600 })
    expect((await ask(body['key'])).status).to.equal(200)
    expect((await change(body['id'], { expires_at: NOW() - 1 })).status).to.equal(200)
    expect(codeOf(await ask(body['key']))).to.equal('invalid_api_key')
    expect((await change(body['id'], { expires_at: null })).body['expires_at']).to.equal(null)
    expect((await ask(body['key'])).status).to.equal(200)
    expect((await create({ expires_at: NOW() - 1 })).status).to.equal(422)
  })

  it('get 402 at their spend limit, and work again when it is raised', async () => {
    const { body } = await create({ spend_limit: '1' })
    const first = await ask(body['key'], { max_tokens: 10 })
    expect(first.status).to.equal(200)
    await eventually(async () => (await shown(body['id']))?.['spent'] !== '0.00')
    const spent = String((await shown(body['id']))?.['spent'])
    expect(spent).to.equal(first.headers.get('x-gateway-cost-rub')?.replace(/^(\d+\.\d)$/, '$10'))
    await change(body['id'], { spend_limit: spent })
    const refused = await ask(body['key'], { max_tokens: 10 })
    expect([refused.status, codeOf(refused)]).to.deep.equal([402, 'key_spend_limit_exceeded'])
    expect(refused.headers.get('x-should-retry')).to.equal('false')
    await change(body['id'], { spend_limit: null })
    expect((await ask(body['key'], { max_tokens: 10 })).status).to.equal(200)
  })

  it('list and call the models that they are allowed, and no other', async () => {
    const { body } = await create({ allowed_models: ['sandbox/echo'] })
    const models = async (): Promise<readonly string[]> => {
      const response = await fetch(`${gateway.url}/v1/models`, {
        headers: { authorization: `Bearer ${String(body['key'])}` },
      })
      return ((await response.json()) as { data: { id: string }[] }).data.map(({ id }) => id)
    }
    expect(await models()).to.deep.equal(['sandbox/echo'])
    expect((await ask(body['key'])).status).to.equal(200)
    const hidden = await ask(body['key'], { model: 'sandbox/no-usage' })
    const unknown = await ask(body['key'], { model: 'sandbox/nonsense' })
    expect([hidden.status, codeOf(hidden)]).to.deep.equal([404, 'model_not_found'])
    expect(JSON.stringify(hidden.body).replace('no-usage', 'nonsense')).to.equal(JSON.stringify(unknown.body))
    await change(body['id'], { allowed_models: null })
    expect((await models()).length).to.be.above(1)
    expect((await ask(body['key'], { model: 'sandbox/no-usage' })).status).to.equal(200)
  })

  it('change only the fields that the request names', async () => {
    const fields = { expires_at: NOW() + 3_600, spend_limit: '5.5', allowed_models: ['sandbox/echo'] }
    const { body } = await create(fields)
    const renamed = await change(body['id'], { name: 'renamed' })
    const { key: _, ...before } = body
    expect(renamed.body).to.deep.equal({ ...before, name: 'renamed' })
    expect((await change(body['id'], {})).body).to.deep.equal(renamed.body)
    for (const wrong of [
      { name: null },
      { name: '' },
      { spend_limit: '0' },
      { spend_limit: 5 },
      { allowed_models: [] },
    ]) {
      expect((await change(body['id'], wrong)).status, JSON.stringify(wrong)).to.equal(422)
    }
    expect(await shown(body['id'])).to.deep.equal(renamed.body)
  })

  it('are not found when they belong to another user, are deleted or never existed', async () => {
    const { body } = await create()
    expect((await send('deleteApiKey', 'DELETE', `/v1/me/api-keys/${String(body['id'])}`)).status).to.equal(204)
    expect(codeOf(await ask(body['key']))).to.equal('invalid_api_key')
    const other = await makeCustomer(gateway.url, '0')
    const own = await fetch(`${gateway.url}/v1/me/api-keys`, {
      headers: { authorization: `Bearer ${other.accessToken}` },
    })
    const [foreign] = (await own.json()) as { id: string }[]
    const replies = await Promise.all(
      [body['id'], foreign?.id, randomUUID()].flatMap((id) => [
        change(id, { name: 'mine' }),
        send('deleteApiKey', 'DELETE', `/v1/me/api-keys/${String(id)}`),
      ]),
    )
    expect(new Set(replies.map(({ status, body: answer }) => `${status} ${JSON.stringify(answer)}`)).size).to.equal(1)
    expect(replies[0]?.status).to.equal(404)
    expect((await change('nonsense', { name: 'x' })).status).to.equal(422)
  })

  it('show the time of their last use, within seconds', async () => {
    const { body } = await create()
    const before = NOW()
    await ask(body['key'])
    const used = async () => (await shown(body['id']))?.['last_used_at']
    await eventually(async () => (await used()) !== null, 100)
    expect(await used()).to.be.within(before - 1, NOW())
  })

  it('are a hundred at most, also when they are made at once', async () => {
    customer = await makeCustomer(gateway.url, '0')
    const made: Reply[] = []
    for (let round = 0; round < 11; round += 1) {
      made.push(...(await Promise.all(Array.from({ length: 10 }, () => create()))))
    }
    expect(made.filter(({ status }) => status === 201)).to.have.length(99)
    expect(made.filter(({ status }) => status === 422)).to.have.length(11)
    expect(await list()).to.have.length(100)
    const [last] = await list()
    await send('deleteApiKey', 'DELETE', `/v1/me/api-keys/${String(last?.['id'])}`)
    expect((await create()).status).to.equal(201)
  })
}

for (const name of WORLD_NAMES) {
  describe(`API keys through the whole service on ${name}`, () => suite(name))
}
