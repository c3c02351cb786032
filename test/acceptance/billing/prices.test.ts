import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { openAiSchema } from '../../support/documents/openai-schemas.ts'
import { fetchOpenApiCheck } from '../../support/documents/openapi-check.ts'
import { eventually } from '../../support/eventually.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'

interface Usage {
  readonly cost: number
  readonly cost_rub: string
}

interface ListedModel {
  readonly id: string
  readonly kind: string
  readonly context_length: number | null
  readonly architecture: Readonly<Record<string, unknown>>
  readonly pricing: Readonly<Record<string, string>>
}

describe('Prices where clients look for them', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer

  before(async () => {
    world = await openWorld()
    gateway = await world.serve()
    customer = await makeCustomer(gateway.url, '1000')
  })
  after(() => world.remove())

  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}`, ...headers },
      body: JSON.stringify(body),
    })
  const get = async <A>(path: string): Promise<A> => {
    const response = await fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${customer.apiKey}` } })
    return (await response.json()) as A
  }
  const chargeOf = async (response: Response): Promise<unknown> => {
    await eventually(async () => (await customer.balance()).held === '0.00')
    const id = response.headers.get('x-gateway-operation-id') ?? ''
    return (await get<{ charge: string }>(`/v1/usage/${id}`)).charge
  }
  const say = { model: 'sandbox/reasoning', messages: [{ role: 'user', content: 'one two three' }] }

  it('stand in the usage of a whole answer: a number that is exactly the charge, and its text', async () => {
    const response = await post('/v1/chat/completions', say)
    const text = await response.text()
    const { usage } = JSON.parse(text) as { usage: Usage }
    expect(usage.cost_rub).to.equal(response.headers.get('x-gateway-cost-rub'))
    expect(usage.cost_rub).to.equal(await chargeOf(response))
    expect(text).to.include(`"cost":${Number(usage.cost_rub)},`)
    openAiSchema('CreateChatCompletionResponse')?.(JSON.parse(text))
  })

  it('stand in the usage of a stream, where it is asked for, and again in its replay', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const asked = { ...say, stream: true, stream_options: { include_usage: true } }
    const response = await post('/v1/chat/completions', asked, key)
    const text = await response.text()
    const frames = text.split('\n\n').filter((frame) => frame.startsWith('data: {'))
    const last = JSON.parse(frames.at(-1)?.slice('data: '.length) ?? '') as { usage: Usage }
    expect(last.usage.cost_rub).to.equal(await chargeOf(response))
    expect(last.usage.cost).to.equal(Number(last.usage.cost_rub))
    openAiSchema('CreateChatCompletionStreamResponse')?.(last)
    expect(await (await post('/v1/chat/completions', asked, key)).text()).to.equal(text)
    const silent = await (await post('/v1/chat/completions', { ...say, stream: true })).text()
    expect(silent).to.not.include('cost')
  })

  it('are zero for a refusal, which is free', async () => {
    const response = await post('/v1/chat/completions', { ...say, model: 'sandbox/refuse' })
    const { usage } = (await response.json()) as { usage: Usage }
    expect(usage).to.include({ cost: 0, cost_rub: '0.00' })
  })

  it('stand in the list of models, for one unit each, as the catalogue has them for a million', async () => {
    const { data } = await get<{ data: readonly ListedModel[] }>('/v1/models')
    const expectDocumented = await fetchOpenApiCheck(gateway.url)
    expectDocumented('listModels', 200, { object: 'list', data })
    const { models } = await get<{ models: readonly { id: string; prices: Readonly<Record<string, string>> }[] }>(
      '/v1/catalog',
    )
    const priced = new Map(models.map(({ id, prices }) => [id, prices]))
    const echo = data.find(({ id }) => id === 'sandbox/echo')
    expect(echo).to.deep.include({ kind: 'chat', context_length: 64_000 })
    expect(echo?.architecture).to.deep.equal({
      modality: 'text+image+file->text',
      input_modalities: ['text', 'image', 'file'],
      output_modalities: ['text'],
    })
    expect(data.find(({ id }) => id === 'sandbox/embedding')).to.deep.include({
      kind: 'embedding',
      context_length: 8_192,
      architecture: { modality: 'text->embeddings', input_modalities: ['text'], output_modalities: ['embeddings'] },
    })
    for (const { id, pricing } of data) {
      openAiSchema('Model')?.(data.find((model) => model.id === id))
      const prices = priced.get(id) ?? {}
      expect(Number(pricing['prompt'] ?? 0) * 1e6, id).to.be.closeTo(
        Number(prices['input_per_million'] ?? prices['text_input_per_million'] ?? 0),
        1e-6,
      )
      for (const price of Object.values(pricing).filter((value) => value !== 'RUB'))
        expect(Number(price)).to.be.above(0)
    }
    const pricing = (id: string) => data.find((model) => model.id === id)?.pricing
    expect(pricing('sandbox/image')).to.deep.equal({ currency: 'RUB', per_image: '2.00' })
    expect(pricing('sandbox/video')).to.deep.equal({ currency: 'RUB', per_second: '5.00' })
    expect(pricing('sandbox/speech')).to.deep.equal({ currency: 'RUB', per_character: '0.001' })
  })

  it('stand with one model as in the list', async () => {
    const { data } = await get<{ data: readonly ListedModel[] }>('/v1/models')
    const first = data.find(({ id }) => id === 'sandbox/tools')
    expect(await get('/v1/models/sandbox/tools')).to.deep.equal(first)
  })
})
