import { expect } from 'chai'
import { chat, type Customer, makeCustomer } from '../support/customer.ts'
import { eventually } from '../support/eventually.ts'
import type { GatewayProcess } from '../support/gateway-process.ts'
import { type GatewayWorld, WORLDS } from '../support/gateway-worlds.ts'

describe('the receipt of a paid call', () => {
  let world: GatewayWorld
  let gateway: GatewayProcess
  let customer: Customer

  before(async function () {
    this.timeout(30_000)
    world = await WORLDS['the embedded database']()
    gateway = await world.start()
    customer = await makeCustomer(gateway.url, '100')
  })
  after(() => world.remove())

  const get = async (path: string, apiKey = customer.apiKey): Promise<readonly [number, Record<string, unknown>]> => {
    const response = await fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } })
    return [response.status, (await response.json()) as Record<string, unknown>]
  }
  const settled = (): Promise<void> => eventually(async () => (await customer.balance()).held === '0.00')
  const say = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'one two three' }] }

  it('tells usage, prices and attempts, by any name of the call, to its account alone', async () => {
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
    expect(receipt['attempts']).to.have.lengthOf(1)
    expect((receipt['attempts'] as object[])[0]).to.include({ provider: 'sandbox', outcome: 'answered' })
    expect(await get(`/v1/usage/${chatId}`)).to.deep.equal([200, receipt])

    const stranger = await makeCustomer(gateway.url, '0')
    for (const path of [`/v1/usage/${id}`, '/v1/usage/nonsense', '/v1/usage/0198c0de-0000-7000-8000-000000000001']) {
      const [refused, body] = await get(path, stranger.apiKey)
      expect([refused, (body['error'] as { code: string }).code]).to.deep.equal([404, 'not_found'])
    }
  })

  it('tells that a failed call cost nothing, and why', async () => {
    const failed = await chat(gateway.url, customer.apiKey, { ...say, model: 'sandbox/cut' })
    expect(failed.status).to.equal(502)
    await settled()
    const streamed = await chat(gateway.url, customer.apiKey, { ...say, model: 'sandbox/cut', stream: true })
    const id = streamed.headers.get('x-gateway-operation-id') ?? ''
    await streamed.text()
    await settled()
    const [, receipt] = await get(`/v1/usage/${id}`)
    expect(receipt).to.include({ status: 'not_charged', outcome: 'upstream_failed', charge: '0.00', usage: null })
    expect((receipt['attempts'] as object[])[0]).to.include({ provider: 'sandbox', outcome: 'cut' })
  })

  it('follows a film from its order to its charge', async () => {
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
