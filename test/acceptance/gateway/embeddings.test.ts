import { expect } from 'chai'
import OpenAI, { APIError } from 'openai'
import { balanceAtRest, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { openAiSchema } from '../../support/documents/openai-schemas.ts'
import { openWorld, QUICK_GIVE_BACK } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'

type Body = Readonly<Record<string, unknown>>

const lengthOf = (vector: readonly number[]): number => Math.hypot(...vector)

const cosine = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

describe('embeddings through the official SDK', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer
  let client: OpenAI

  before(async () => {
    world = await openWorld()
    gateway = await world.serve(QUICK_GIVE_BACK)
  })
  after(() => world.remove())
  beforeEach(async () => {
    customer = await makeCustomer(gateway.url, '100')
    client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  })

  const TEXT = 'A red boat at sea'
  const model = 'sandbox/embedding'

  const post = (body: Body, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${gateway.url}/v1/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}`, ...headers },
      body: JSON.stringify({ model, input: TEXT, ...body }),
    })
  const vectorsOf = async (body: Body): Promise<readonly (readonly number[])[]> => {
    const answer = (await (await post(body)).json()) as { readonly data: readonly { readonly embedding: number[] }[] }
    return answer.data.map(({ embedding }) => embedding)
  }

  it('asks for base64 by itself and reads unit vectors from it', async () => {
    const answer = await client.embeddings.create({ model, input: TEXT })
    expect(answer).to.deep.include({ object: 'list', model })
    expect(answer.usage).to.deep.equal({ prompt_tokens: 5, total_tokens: 5, cost: 0.0005, cost_rub: '0.0005' })
    const [embedding] = answer.data
    expect(embedding).to.include({ object: 'embedding', index: 0 })
    expect(embedding?.embedding).to.have.lengthOf(256)
    expect(lengthOf(embedding?.embedding ?? [])).to.be.closeTo(1, 1e-6)
  })

  it('gives the same numbers in words and in base64', async () => {
    const [words, bytes] = await Promise.all([
      client.embeddings.create({ model, input: [TEXT, 'Б'], encoding_format: 'float' }),
      client.embeddings.create({ model, input: [TEXT, 'Б'] }),
    ])
    expect(words.data).to.deep.equal(bytes.data)
  })

  it('embeds many texts in their order, and similar texts in similar directions', async () => {
    const texts = [TEXT, 'A red boat at night', 'Ёлка стоит в лесу']
    const answer = await client.embeddings.create({ model, input: texts })
    expect(answer.data.map(({ index }) => index)).to.deep.equal([0, 1, 2])
    const alone = await Promise.all(texts.map(async (input) => (await vectorsOf({ input }))[0]))
    expect(answer.data.map(({ embedding }) => embedding)).to.deep.equal(alone)
    const [first, near, far] = answer.data.map(({ embedding }) => embedding)
    expect(cosine(first ?? [], near ?? [])).to.be.above(cosine(first ?? [], far ?? []) + 0.2)
  })

  it('reads token numbers: one list of them or several', async () => {
    const [one] = await vectorsOf({ input: [1, 2, 3] })
    expect(await vectorsOf({ input: [[1, 2, 3], [4]] })).to.have.lengthOf(2)
    expect(await vectorsOf({ input: [[1, 2, 3]] })).to.deep.equal([one])
  })

  it('makes vectors of the asked dimensions', async () => {
    const answer = await client.embeddings.create({ model, input: TEXT, dimensions: 64 })
    expect(answer.data[0]?.embedding).to.have.lengthOf(64)
  })

  const matchesSchema = openAiSchema('CreateEmbeddingResponse')
  if (matchesSchema !== null) {
    it('answers in the published form', async () => matchesSchema(await (await post({ input: [TEXT, 'b'] })).json()))
  }

  it('costs 100 roubles a million tokens, charged by the count of the provider, with a receipt', async () => {
    const response = await post({})
    expect(response.headers.get('x-gateway-cost-rub')).to.equal('0.0005')
    const id = response.headers.get('x-gateway-operation-id') ?? ''
    await response.arrayBuffer()
    expect((await balanceAtRest(customer)).balance).to.equal('99.9995')
    const headers = { authorization: `Bearer ${customer.apiKey}` }
    const receipt = (await (await fetch(`${gateway.url}/v1/usage/${id}`, { headers })).json()) as Body
    expect(receipt).to.deep.include({
      kind: 'embedding',
      model,
      status: 'charged',
      usage: { inputs: 1, prompt_tokens: 5, total_tokens: 5 },
      estimated: false,
      charge: '0.0005',
    })
    expect(Number(receipt['hold'])).to.be.at.least(0.0005)
  })

  it('names the fields that it does not know', async () => {
    const response = await post({ input_type: 'query', truncate: null })
    expect(response.headers.get('x-gateway-ignored')).to.equal('input_type')
    expect((await post({ user: 'someone' })).headers.get('x-gateway-ignored')).to.equal(null)
  })

  it('embeds once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'the-same-texts' }
    const first = await post({}, headers)
    const bytes = await first.text()
    const again = await post({}, headers)
    expect(again.headers.get('idempotency-replayed')).to.equal('true')
    expect(await again.text()).to.equal(bytes)
    expect((await post({ input: 'other' }, headers)).status).to.equal(422)
    expect((await balanceAtRest(customer)).balance).to.equal('99.9995')
  })

  it('takes the most inputs and token numbers that one request may have', async () => {
    expect(await vectorsOf({ input: Array.from({ length: 2_048 }, () => 'a'), dimensions: 4 })).to.have.lengthOf(2_048)
    const list = Array.from({ length: 7_500 }, (_, at) => at)
    expect(await vectorsOf({ input: Array.from({ length: 40 }, () => list), dimensions: 4 })).to.have.lengthOf(40)
  })

  const long = 'word '.repeat(20_000)
  const REFUSED: readonly (readonly [string, Body, number, string, string])[] = [
    ['an empty text', { input: '' }, 422, 'validation_error', 'input'],
    ['no text', { input: [] }, 422, 'validation_error', 'input'],
    ['an empty text among others', { input: ['a', ''] }, 422, 'validation_error', 'input.1'],
    ['a text among token numbers', { input: [[1], 'a'] }, 422, 'validation_error', 'input.1'],
    ['a broken token number', { input: [1.5] }, 422, 'validation_error', 'input'],
    ['a negative token number', { input: [[1], [-1]] }, 422, 'validation_error', 'input.1'],
    ['2,049 texts', { input: Array.from({ length: 2_049 }, () => 'a') }, 422, 'validation_error', 'input'],
    ['300,001 token numbers', { input: Array.from({ length: 300_001 }, () => 1) }, 422, 'validation_error', 'input'],
    ['another encoding', { encoding_format: 'int8' }, 422, 'validation_error', 'encoding_format'],
    ['no dimensions', { dimensions: 0 }, 422, 'validation_error', 'dimensions'],
    ['more dimensions than there are', { dimensions: 4_097 }, 400, 'unsupported_parameter', 'dimensions'],
    ['a chat model', { model: 'sandbox/echo' }, 400, 'unsupported_capability', 'model'],
    ['a model that is not there', { model: 'sandbox/none' }, 404, 'model_not_found', 'model'],
    ['too long a text', { input: long }, 400, 'context_length_exceeded', 'input'],
    [
      'a text that the model alone finds too long',
      { input: 'word '.repeat(9_000) },
      400,
      'context_length_exceeded',
      'input',
    ],
    ['too long a text among others', { input: ['a', long] }, 400, 'context_length_exceeded', 'input.1'],
    [
      'too many token numbers for the model',
      { input: [[1], Array.from({ length: 8_193 }, () => 1)] },
      400,
      'context_length_exceeded',
      'input.1',
    ],
  ]
  for (const [name, over, status, code, param] of REFUSED) {
    it(`refuses ${name} and charges nothing`, async () => {
      const response = await post(over)
      const { error } = (await response.json()) as { readonly error: Body }
      expect({ status: response.status, code: error['code'] }).to.deep.equal({ status, code })
      if (code !== 'model_not_found') expect(error['param']).to.equal(param)
      expect(await balanceAtRest(customer)).to.include({ balance: '100.00', held: '0.00' })
    })
  }

  it('refuses a chat call of an embedding model', async () => {
    const thrown: unknown = await client.chat.completions
      .create({ model, messages: [{ role: 'user', content: 'hi' }] })
      .then(
        () => null,
        (error: unknown) => error,
      )
    expect(thrown).to.be.instanceOf(APIError)
    expect(thrown).to.include({ status: 400, code: 'unsupported_capability' })
  })

  it('is not called without the money of the hold', async () => {
    const poor = await makeCustomer(gateway.url, '0')
    customer = poor
    expect((await post({})).status).to.equal(402)
  })
})
