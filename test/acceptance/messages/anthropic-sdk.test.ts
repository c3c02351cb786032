import Anthropic, { APIError, AuthenticationError, BadRequestError, NotFoundError } from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { expect } from 'chai'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { thrownBy } from '../../support/thrown-by.ts'

const FORECAST: Anthropic.Tool = {
  name: 'forecast',
  input_schema: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer' } },
    required: ['city', 'days'],
  },
}

describe('the official Anthropic SDK, unmodified', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer
  let client: Anthropic

  const clientOf = (apiKey: string): Anthropic => new Anthropic({ apiKey, baseURL: gateway.url, maxRetries: 0 })

  before(async () => {
    world = await openWorld()
    gateway = await world.serve()
    customer = await makeCustomer(gateway.url, '1000')
    client = clientOf(customer.apiKey)
  })
  after(() => world.remove())

  const say = (content: string, model = 'sandbox/echo') => ({
    model,
    max_tokens: 200,
    messages: [{ role: 'user' as const, content }],
  })

  it('creates a message', async () => {
    const { data, response } = await client.messages.create(say('one two three')).withResponse()
    expect(data).to.deep.include({ type: 'message', role: 'assistant', model: 'sandbox/echo', stop_reason: 'end_turn' })
    expect(data.id).to.match(/^msg_[0-9a-f-]{36}$/)
    expect(data.content).to.deep.equal([{ type: 'text', text: 'one two three', citations: null }])
    expect(data.usage).to.deep.include({ input_tokens: 3, output_tokens: 3, cache_read_input_tokens: 0 })
    expect(data.usage).to.have.property('cost', Number(response.headers.get('x-gateway-cost-rub')))
    expect(response.headers.get('request-id')).to.equal(response.headers.get('x-request-id'))
    expect(response.headers.get('anthropic-ratelimit-requests-limit')).to.equal(
      response.headers.get('x-ratelimit-limit-requests'),
    )
    expect(response.headers.get('anthropic-ratelimit-requests-reset')).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  it('accumulates a stream to the message that was sent, with its usage', async () => {
    const stream = client.messages.stream(say('a b c'))
    const message = await stream.finalMessage()
    expect(await stream.finalText()).to.equal('a b c')
    expect(message.stop_reason).to.equal('end_turn')
    expect(message.usage.output_tokens).to.equal(3)
    expect(message.usage.input_tokens).to.equal(3)
  })

  for (const stream of [false, true]) {
    it(`calls a named tool, and answers with its result, ${stream ? 'streamed' : 'at once'}`, async () => {
      const question = { ...say('weather?'), tools: [FORECAST] }
      const ask = (body: Anthropic.MessageCreateParamsNonStreaming): Promise<Anthropic.Message> =>
        stream ? client.messages.stream(body).finalMessage() : client.messages.create(body)
      const called = await ask({ ...question, tool_choice: { type: 'tool', name: 'forecast' } })
      expect(called.stop_reason).to.equal('tool_use')
      const call = called.content.find((block) => block.type === 'tool_use')
      expect(call?.name).to.equal('forecast')
      expect(call?.id).to.match(/^toolu_[a-zA-Z0-9_-]+$/)
      expect(call?.input).to.have.all.keys('city', 'days')
      const answered = await ask({
        ...question,
        messages: [
          ...question.messages,
          { role: 'assistant', content: called.content },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: 'rain' }] },
        ],
      })
      expect(answered.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('')).to.include(
        'rain',
      )
    })
  }

  for (const model of ['sandbox/reasoning', 'sandbox/reasoning-hidden']) {
    it(`cases 35 and 39: streams thoughts of ${model}, which takes them back signed and not altered`, async () => {
      const question = { ...say('why?', model), thinking: { type: 'enabled' as const, budget_tokens: 1_024 } }
      const { content } = await client.messages.stream(question).finalMessage()
      const [thought] = content
      expect(thought).to.have.property('type', 'thinking')
      const goOn = (first: object): Promise<Anthropic.Message> =>
        client.messages.create({
          ...question,
          messages: [
            ...question.messages,
            { role: 'assistant', content: [first as Anthropic.ThinkingBlock, ...content.slice(1)] },
            { role: 'user', content: 'and then?' },
          ],
        })
      expect((await goOn(thought ?? {})).stop_reason).to.equal('end_turn')
      expect(await thrownBy(() => goOn({ ...thought, thinking: 'something else' }))).to.be.instanceOf(BadRequestError)
    })
  }

  it('runs the client’s tools with the defaults of its runner, which asks for a thread first', async () => {
    const requests: string[] = []
    const watched = client.withOptions({
      fetch: (url, init) => {
        requests.push(typeof init?.body === 'string' ? init.body : '')
        return fetch(url, init)
      },
    })
    const asked: unknown[] = []
    const forecast = betaTool({
      name: 'forecast',
      description: 'Tells the weather.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      run: (input) => {
        asked.push(input)
        return 'rain'
      },
    })
    const answer = await watched.beta.messages.toolRunner({ ...say('weather?', 'sandbox/tools'), tools: [forecast] })
    expect(asked).to.have.lengthOf(1)
    expect(answer.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('')).to.include('rain')
    expect(requests.map((body) => body.includes('"thread"'))).to.deep.equal([true, false, false])
  })

  it('keeps a conversation of its own where threads are refused, and says so where it may not', async () => {
    const settings = { model: 'sandbox/echo', max_tokens: 200 }
    const strict = client.beta.messages.thread(settings)
    const refused = await thrownBy(() => strict.send({ role: 'user', content: 'one' }))
    expect(refused).to.be.instanceOf(BadRequestError).and.to.have.property('errorCode', 'thread_unsupported_request')
    const thread = client.beta.messages.thread({ ...settings, unsupportedRequestBehavior: 'continue_unthreaded' })
    const first = await thread.send({ role: 'user', content: 'one two three' })
    const second = await thread.send({ role: 'user', content: 'four' })
    expect([first.usage.input_tokens, second.usage.input_tokens]).to.deep.equal([3, 7])
  })

  it('throws its own errors', async () => {
    const refused = await thrownBy(() => clientOf('sk-none').messages.create(say('hello')))
    expect(refused).to.be.instanceOf(AuthenticationError)
    const unknown = await thrownBy(() => client.messages.create(say('hello', 'nobody/nothing')))
    expect(unknown).to.be.instanceOf(NotFoundError).and.to.have.property('type', 'not_found_error')
    const wrong = await thrownBy(() => client.messages.create({ ...say('hello'), max_tokens: 0 }))
    expect(wrong).to.be.instanceOf(BadRequestError).and.to.have.property('type', 'invalid_request_error')
    expect((wrong as APIError).message).to.include('max_tokens')
  })

  it('names the base URL to set where it was given another', async () => {
    for (const base of ['/v1', '/v1/messages']) {
      const at = new Anthropic({ apiKey: customer.apiKey, baseURL: `${gateway.url}${base}`, maxRetries: 0 })
      const error = await thrownBy(() => at.messages.create(say('x')))
      expect(error).to.be.instanceOf(NotFoundError)
      expect((error as APIError).message)
        .to.include('did you mean `/v1/messages`')
        .and.include('with the host where the client adds `/v1` itself')
    }
  })

  it('throws a 402 as an error of billing that is not tried again', async () => {
    const poor = await makeCustomer(gateway.url, '0')
    const error = await thrownBy(() =>
      new Anthropic({ apiKey: poor.apiKey, baseURL: gateway.url, maxRetries: 5 }).messages.create(say('hello')),
    )
    expect(error).to.be.instanceOf(APIError)
    expect(error).to.include({ status: 402, type: 'billing_error' })
    expect((error as APIError).message).to.include('balance')
    expect((error as APIError).headers?.get('x-should-retry')).to.equal('false')
  })

  it('ends a stream that fails with an error that the accumulator throws, and charges nothing', async () => {
    const other = await makeCustomer(gateway.url, '100')
    const error = await thrownBy(() =>
      clientOf(other.apiKey).messages.stream(say('one two three four', 'sandbox/cut')).finalMessage(),
    )
    expect(error).to.be.instanceOf(APIError)
    await eventually(async () => (await other.balance()).held === '0.00')
    expect((await other.balance()).balance).to.equal('100.00')
  })

  it('counts instructions, tools and images, free and in a bucket of its own', async () => {
    const poor = await makeCustomer(gateway.url, '0')
    const count = async (over: object): Promise<number> =>
      (await clientOf(poor.apiKey).messages.countTokens({ ...question, ...over })).input_tokens
    const question = { model: 'sandbox/echo', messages: [{ role: 'user' as const, content: 'one two three' }] }
    const plain = await count({})
    expect(plain).to.be.within(4, 12)
    expect(await count({ system: 'Answer in one word.' })).to.be.greaterThan(plain + 4)
    expect(await count({ tools: [FORECAST] })).to.be.greaterThan(plain + 20)
    const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }
    const seen = await count({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'one two three' }, image] }],
    })
    expect(seen).to.equal(plain + 1_500)
    const { response } = await clientOf(poor.apiKey).messages.countTokens(question).withResponse()
    expect(response.headers.get('anthropic-ratelimit-requests-limit')).to.equal('300')
    expect((await poor.balance()).balance).to.equal('0.00')
  })

  it('lists the chat models page by page, and describes one', async () => {
    const ids: string[] = []
    for await (const model of client.models.list({ limit: 3 })) ids.push(model.id)
    expect(ids).to.include.members(['sandbox/echo', 'sandbox/tools']).and.not.to.include('sandbox/image')
    expect(new Set(ids)).to.have.lengthOf(ids.length)
    const model = await client.models.retrieve('sandbox/echo')
    expect(model).to.deep.include({ type: 'model', id: 'sandbox/echo', lifecycle: 'active', max_tokens: 32_000 })
    const error = await thrownBy(() => client.models.retrieve('sandbox/none'))
    expect(error).to.be.instanceOf(NotFoundError).and.to.have.property('type', 'not_found_error')
  })
})
