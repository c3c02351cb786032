import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
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
  let gateway: ServiceHere
  let customer: Customer
  let expectDocumented: ExpectDocumented

  before(async () => {
    world = await WORLDS[name]()
    gateway = await world.serve()
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

  it('get 402 at the limit of their period, which says when it starts again', async () => {
    const rule = { spend_limit_period: 'monthly', spend_limit_time_zone: 'Asia/Kolkata' }
    const { body } = await create({ spend_limit: '1', ...rule })
    expect(body).to.include({ ...rule, period_spent: '0.00' })
    expect((await ask(body['key'], { max_tokens: 10 })).status).to.equal(200)
    await eventually(async () => (await shown(body['id']))?.['period_spent'] !== '0.00')
    const used = await shown(body['id'])
    expect(used?.['period_spent']).to.equal(used?.['spent'])
    await change(body['id'], { spend_limit: used?.['spent'] })
    const refused = await ask(body['key'], { max_tokens: 10 })
    expect([refused.status, codeOf(refused)]).to.deep.equal([402, 'key_spend_limit_exceeded'])
    const endsAt = new Date(Number(used?.['period_ends_at']) * 1000)
    expect((refused.body['error'] as { message?: unknown }).message).to.include(endsAt.toISOString().slice(0, 19))
    expect(endsAt.toISOString()).to.match(/T18:30:00.000Z$/)
    const own = await fetch(`${gateway.url}/v1/key`, { headers: { authorization: `Bearer ${String(body['key'])}` } })
    const { data } = (await own.json()) as { data: object }
    expect(data).to.include({ limit_reset: 'monthly', limit_remaining_rub: '0.00' })
    // The same rule again changes nothing; another one begins a period.
    expect((await change(body['id'], rule)).body['period_spent']).to.equal(used?.['spent'])
    const daily = await change(body['id'], { spend_limit_period: 'daily' })
    expect(daily.body).to.include({ period_spent: '0.00', spent: used?.['spent'] })
    expect((await ask(body['key'], { max_tokens: 1 })).status).to.equal(402)
    expect((await change(body['id'], { spend_limit: '1' })).status).to.equal(200)
    expect((await ask(body['key'], { max_tokens: 10 })).status).to.equal(200)
    expect((await change(body['id'], { spend_limit_period: null })).body).to.include({ period_ends_at: null })
  })

  it('are refused while they are disabled, and work again when they are enabled', async () => {
    const { body } = await create({ note: 'of the night shift' })
    expect((await ask(body['key'])).status).to.equal(200)
    const disabled = await change(body['id'], { disabled: true })
    expect(disabled.body).to.include({ disabled: true, note: 'of the night shift' })
    expect(codeOf(await ask(body['key']))).to.equal('invalid_api_key')
    expect((await change(body['id'], { disabled: false, note: null })).body['note']).to.equal(null)
    expect((await ask(body['key'])).status).to.equal(200)
  })

  it('are refused from addresses that they are not allowed, in the words of an unknown key', async () => {
    const { body } = await create({ allowed_addresses: ['192.0.2.0/24', '2001:db8::/32'] })
    const foreign = await ask(body['key'])
    const unknown = await ask(`sk-aiagg-${'a'.repeat(43)}`)
    expect([foreign.status, foreign.body]).to.deep.equal([401, unknown.body])
    await eventually(() => gateway.output().includes('key_misuse'))
    await change(body['id'], { allowed_addresses: ['127.0.0.0/8', '::1'] })
    expect((await ask(body['key'])).status).to.equal(200)
  })

  it('take the limits of their owner’s defaults, where the request names none', async () => {
    const path = '/v1/me/api-key-defaults'
    const none = (await send('readKeyDefaults', 'GET', path)).body
    expect(none).to.include({ spend_limit: null, spend_limit_time_zone: 'UTC', allowed_addresses: null })
    const defaults = { spend_limit: '3', spend_limit_period: 'weekly', allowed_models: ['sandbox/echo'] }
    const replaced = await send('replaceKeyDefaults', 'PUT', path, defaults)
    expect(replaced.body).to.deep.equal({ ...none, ...defaults, spend_limit: '3.00' })
    const { body: plain } = await create()
    expect(plain).to.deep.include({ ...defaults, spend_limit: '3.00', period_spent: '0.00' })
    const { body: own } = await create({ spend_limit: '9', spend_limit_period: null, allowed_models: null })
    expect(own).to.include({
      spend_limit: '9.00',
      spend_limit_period: null,
      period_ends_at: null,
      allowed_models: null,
    })
    expect((await send('replaceKeyDefaults', 'PUT', path, {})).body).to.deep.equal(none)
    expect(await shown(plain['id'])).to.include({ spend_limit_period: 'weekly' })
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
      { name: ' ' },
      { note: '\u200b' },
      { spend_limit: '0' },
      { spend_limit: 5 },
      { allowed_models: [] },
      { spend_limit_period: 'hourly' },
      { spend_limit_time_zone: 'Mars/Olympus' },
      { allowed_addresses: ['10.0.0.0/33'] },
      { allowed_addresses: Array.from({ length: 65 }, () => '::1') },
      { note: 'a'.repeat(501) },
      { requests_per_minute: 0 },
      { tokens_per_minute: 0 },
      { tokens_per_minute: 1_000_000_001 },
      { disabled: 'yes' },
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
    // Keys of one user are made one after the other; a busy machine says 503 to those that wait too long.
    const createInTime = async (): Promise<Reply> => {
      const reply = await create()
      return reply.status === 503 ? createInTime() : reply
    }
    const made: Reply[] = []
    for (let round = 0; round < 11; round += 1) {
      made.push(...(await Promise.all(Array.from({ length: 10 }, createInTime))))
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
