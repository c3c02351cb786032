import { expect } from 'chai'
import { eventually } from '../../support/eventually.ts'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

interface Line {
  readonly msg: string
  readonly [field: string]: unknown
}

describe('what the log shows an operator', () => {
  let world: GatewayWorld
  let gateway: GatewayProcess
  let customer: Customer

  before(async () => {
    world = await WORLDS['the embedded database']()
    gateway = await world.start()
    customer = await makeCustomer(gateway.url, '100')
  })
  after(() => world.remove())

  const say = (model: string, over: object = {}): Promise<Response> =>
    chat(gateway.url, customer.apiKey, { model, messages: [{ role: 'user', content: 'one two three' }], ...over })

  /** The first line that has all these fields, once it is there. */
  const line = async (fields: Readonly<Record<string, unknown>>): Promise<Line> => {
    const found = (): Line | undefined =>
      gateway
        .output()
        .split('\n')
        .flatMap((text) => (text.startsWith('{') ? [JSON.parse(text) as Line] : []))
        .find((each) => Object.entries(fields).every(([name, value]) => each[name] === value))
    await eventually(() => found() !== undefined, 20)
    return found() as Line
  }

  it('has model, tokens and cost of embeddings', async () => {
    const answer = await fetch(`${gateway.url}/v1/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
      body: JSON.stringify({ model: 'sandbox/embedding', input: ['one', 'two three'] }),
    })
    await answer.text()
    const operationId = answer.headers.get('x-gateway-operation-id')
    expect(await line({ msg: 'request', operationId })).to.include({
      model: 'sandbox/embedding',
      promptTokens: 3,
      costRub: '0.0003',
    })
  })

  it('has the cost of a call once where it is sent again', async () => {
    const speak = () =>
      fetch(`${gateway.url}/v1/audio/speech`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${customer.apiKey}`,
          'idempotency-key': 'speak-once',
        },
        body: JSON.stringify({ model: 'sandbox/speech', input: 'Good morning', voice: 'alloy' }),
      })
    const costs: unknown[] = []
    for (const answer of [await speak(), await speak()]) {
      await answer.arrayBuffer()
      expect(answer.headers.get('x-gateway-cost-rub')).to.be.a('string')
      costs.push((await line({ msg: 'request', requestId: answer.headers.get('x-request-id') }))['costRub'])
    }
    expect(costs[0]).to.be.a('string')
    expect(costs[1]).to.equal(null)
  })

  it('has model, tokens, cost and address of every paid call, streamed or not', async () => {
    for (const stream of [false, true]) {
      const answer = await say('sandbox/echo', { stream })
      await answer.text()
      const operationId = answer.headers.get('x-gateway-operation-id')
      expect(await line({ msg: 'request', operationId })).to.include({
        method: 'POST',
        path: '/v1/chat/completions',
        status: 200,
        clientAddress: '127.0.0.1',
        model: 'sandbox/echo',
        promptTokens: 3,
        completionTokens: 3,
        costRub: '0.009',
      })
    }
  })

  it('has model, tokens and cost of turns that an account pays in tokens, once where a turn is sent again', async () => {
    const send = (path: string, key: string, body: object): Promise<Response> =>
      fetch(`${gateway.url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${customer.accessToken}`,
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      })
    const created = await send('/v1/me/conversations', 'c', { catalog_slug: 'sandbox/echo' })
    const { id } = (await created.json()) as { id: string }
    const turns = [
      [
        '/v1/me/conversations/:conversation_id/messages',
        `/v1/me/conversations/${id}/messages`,
        { content: 'one two three' },
      ],
      ['/v1/me/chat', '/v1/me/chat', { messages: [{ role: 'user', content: 'one two three' }] }],
      ['/v1/me/generations', '/v1/me/generations', { task: 'chat', prompt: 'one two three' }],
    ] as const
    for (const [pattern, path, body] of turns) {
      expect((await send(path, 'k', body)).ok, path).to.equal(true)
      const first = await line({ msg: 'request', path: pattern })
      expect(first, path).to.include({ promptTokens: 3, completionTokens: 3, costRub: null })
      expect(first['model'], path).to.be.a('string')
      expect(first['operationId'], path).to.be.a('string')
      expect(Number(first['costTokens']), path).to.be.greaterThan(0)
      const again = await send(path, 'k', body)
      expect(again.headers.get('idempotency-replayed')).to.equal('true')
      const requestId = again.headers.get('x-request-id')
      expect(await line({ msg: 'request', requestId }), path).to.include({ costTokens: null, promptTokens: null })
    }
  })

  it('has the cause of an upstream failure', async () => {
    const failed = await say('sandbox/error')
    expect(failed.status).to.equal(502)
    const reported = await line({ msg: 'an upstream call failed', model: 'sandbox/error' })
    expect(reported).to.include({ provider: 'sandbox', cause: 'server_error', status: 500 })
    expect(reported['operationId']).to.be.a('string')
  })

  it('has the unknown address that a client asked for, without its query', async () => {
    await fetch(`${gateway.url}/v1/nowhere/at-all?key=hidden`)
    expect(await line({ msg: 'request', path: '/v1/nowhere/at-all' })).to.include({ status: 404, operation: 'none' })
    expect(gateway.output()).not.to.include('hidden')
  })

  it('has failed sign-ins and new keys on lines of their own kind', async () => {
    await fetch(`${gateway.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: customer.email, password: 'not the password' }),
    })
    expect(await line({ msg: 'security', event: 'sign_in', outcome: 'invalid_credentials' })).to.include({
      level: 'warn',
      clientAddress: '127.0.0.1',
    })
    expect(await line({ msg: 'security', event: 'key_creation', outcome: 'ok' })).to.have.property('userId')
  })
})
