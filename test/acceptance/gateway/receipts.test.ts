import { expect } from 'chai'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

describe('the receipt of a paid call', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer

  before(async () => {
    world = await openWorld()
    gateway = await world.serve()
    customer = await makeCustomer(gateway.url, '100')
  })
  after(() => world.remove())

  const get = async (path: string, apiKey = customer.apiKey): Promise<readonly [number, Record<string, unknown>]> => {
    const response = await fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } })
    return [response.status, (await response.json()) as Record<string, unknown>]
  }
  const settled = (): Promise<void> => eventually(async () => (await customer.balance()).held === '0.00')
  const say = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'one two three' }] }

  it('shows usage, prices and attempts, by any id of the call, to its account only', async () => {
    const answer = await chat(gateway.url, customer.apiKey, say)
    const id = answer.headers.get('x-gateway-operation-id') ?? ''
    const { id: chatId } = (await answer.json()) as { id: string }
    await settled()
    const [status, receipt] = await get(`/v1/usage/${id}`)
    expect(status).to.equal(200)
    expect(receipt).to.include({ operation_id: id, kind: 'chat', model: 'sandbox/echo', status: 'charged' })
    expect(receipt).to.include({ outcome: 'succeeded', currency: 'RUB', write_off: '0.00', estimated: false })
    expect(receipt['charge']).to.equal(answer.headers.get('x-gateway-cost-rub'))
    expect(Number(receipt['hold'])).to.be.above(Number(receipt['charge']))
    expect(receipt['usage']).to.include({ prompt_tokens: 3, completion_tokens: 3 })
    expect(receipt['tariff_version']).to.be.a('string')
    expect(receipt['attempts']).to.deep.equal([{ outcome: 'answered', chosen_by: 'order' }])
    expect(await get(`/v1/usage/${chatId}`)).to.deep.equal([200, receipt])

    const otherUser = await makeCustomer(gateway.url, '0')
    for (const path of [`/v1/usage/${id}`, '/v1/usage/nonsense', '/v1/usage/0198c0de-0000-7000-8000-000000000001']) {
      const [refused, body] = await get(path, otherUser.apiKey)
      expect(refused).to.equal(404)
      expect(body['error']).to.include({ code: 'not_found', message: 'There is no receipt under this id.' })
    }
  })

  it('is complete as soon as its answer is, plain or streamed, with a key or without', async () => {
    for (let round = 0; round < 12; round += 1) {
      const key: Record<string, string> = round % 2 === 0 ? {} : { 'idempotency-key': `receipt-${round}` }
      const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}`, ...key },
        body: JSON.stringify({ ...say, stream: round % 3 === 0 }),
      })
      await answer.text()
      const [, receipt] = await get(`/v1/usage/${answer.headers.get('x-gateway-operation-id') ?? ''}`)
      expect(receipt).to.include({ status: 'charged', outcome: 'succeeded' })
      expect(typeof receipt['first_word_ms'] === 'number').to.equal(round % 3 === 0)
    }
  })

  it('is found by the operation id of a failure; every failure of a paid call has one', async () => {
    const failed = await chat(gateway.url, customer.apiKey, { ...say, model: 'sandbox/error' })
    const [status, receipt] = await get(`/v1/usage/${failed.headers.get('x-gateway-operation-id') ?? ''}`)
    expect([failed.status, status]).to.deep.equal([502, 200])
    expect(receipt).to.include({ status: 'not_charged', outcome: 'upstream_failed' })

    const poor = await makeCustomer(gateway.url, '0')
    const asks: readonly (readonly [string, object, number])[] = [
      ['chat/completions', say, 402],
      ['chat/completions', { ...say, stream: true }, 402],
      ['chat/completions', { ...say, max_tokens: 1, max_completion_tokens: 2 }, 400],
      ['images/generations', { model: 'sandbox/image', prompt: 'x' }, 402],
      ['audio/speech', { model: 'sandbox/speech', input: 'x', voice: 'alloy' }, 402],
      ['videos', { model: 'sandbox/video', prompt: 'x' }, 402],
      ['video/generations', { model: 'sandbox/video', prompt: 'x' }, 402],
    ]
    for (const [path, body, expected] of asks) {
      const refused = await fetch(`${gateway.url}/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${poor.apiKey}` },
        body: JSON.stringify(body),
      })
      const found = [
        refused.status,
        refused.headers.get('x-gateway-operation-id')?.length,
        refused.headers.get('x-should-retry'),
      ]
      expect(found, path).to.deep.equal([expected, 36, expected === 402 ? 'false' : null])
      // Nothing was held, so there is no receipt.
      const id = refused.headers.get('x-gateway-operation-id') ?? ''
      const headers = { authorization: `Bearer ${poor.apiKey}` }
      expect((await fetch(`${gateway.url}/v1/usage/${id}`, { headers })).status, path).to.equal(404)
    }
  })

  it('has the same operation id when a failure is replayed', async () => {
    const ask = () =>
      fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${customer.apiKey}`,
          'idempotency-key': 'fails',
        },
        body: JSON.stringify({ ...say, model: 'sandbox/error' }),
      })
    const [first, again] = [await ask(), await ask()]
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([502, 502, 'true'])
    expect(again.headers.get('x-gateway-operation-id')).to.equal(first.headers.get('x-gateway-operation-id'))
  })

  it('shows that a failed call cost nothing, and why', async () => {
    const failed = await chat(gateway.url, customer.apiKey, { ...say, model: 'sandbox/cut' })
    expect(failed.status).to.equal(502)
    await settled()
    const streamed = await chat(gateway.url, customer.apiKey, { ...say, model: 'sandbox/cut', stream: true })
    const id = streamed.headers.get('x-gateway-operation-id') ?? ''
    await streamed.text()
    await settled()
    const [, receipt] = await get(`/v1/usage/${id}`)
    expect(receipt).to.include({ status: 'not_charged', outcome: 'upstream_failed', charge: '0.00', usage: null })
    expect(receipt['attempts']).to.deep.equal([{ outcome: 'cut', chosen_by: 'order' }])
  })

  it('follows a video from its order to its charge', async () => {
    const ordered = await fetch(`${gateway.url}/v1/videos`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
      body: JSON.stringify({ model: 'sandbox/video', prompt: 'x', seconds: 6 }),
    })
    expect(ordered.headers.get('x-gateway-cost-rub')).to.equal('30.00')
    const { id } = (await ordered.json()) as { id: string }
    const [, running] = await get(`/v1/usage/${id}`)
    expect(running).to.include({
      kind: 'video',
      model: 'sandbox/video',
      status: 'running',
      hold: '30.00',
      charge: '0.00',
    })
    await get(`/v1/videos/${id}`)
    await get(`/v1/videos/${id}`)
    const [, receipt] = await get(`/v1/usage/${id}`)
    expect(receipt).to.include({ status: 'charged', outcome: 'succeeded', charge: '30.00' })
    expect(receipt['usage']).to.deep.equal({ seconds: 6, resolution: '720p', audio: true })
  })
})
