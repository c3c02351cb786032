import { expect } from 'chai'
import OpenAI, {
  APIError,
  APIUserAbortError,
  AuthenticationError,
  InternalServerError,
  NotFoundError,
  UnprocessableEntityError,
  RateLimitError,
} from 'openai'
import { zodFunction, zodResponseFormat } from 'openai/helpers/zod'
import { z } from 'zod'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { thrownBy } from '../../support/thrown-by.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

describe('the official OpenAI SDK, unmodified', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer
  let client: OpenAI

  before(async () => {
    world = await openWorld()
    gateway = await world.serve()
    customer = await makeCustomer(gateway.url, '1000')
    client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  })
  after(() => world.remove())

  const say = (content: string, model = 'sandbox/echo') => ({
    model,
    messages: [{ role: 'user' as const, content }],
  })

  it('lists models and retrieves one by an id with a slash', async () => {
    const ids: string[] = []
    for await (const model of client.models.list()) ids.push(model.id)
    expect(ids).to.include.members(['sandbox/echo', 'sandbox/cut', 'sandbox/hang'])
    const model = await client.models.retrieve('sandbox/echo')
    expect(model).to.deep.include({ id: 'sandbox/echo', object: 'model', owned_by: 'sandbox' })
  })

  it('completes a chat', async () => {
    const answer = await client.chat.completions.create(say('one two three'))
    expect(answer.choices[0]?.message.content).to.equal('one two three')
    expect(answer.choices[0]?.finish_reason).to.equal('stop')
    expect(answer.usage).to.include({ prompt_tokens: 3, completion_tokens: 3, total_tokens: 6 })
    expect(answer.id).to.match(/^chatcmpl-[0-9a-f-]{36}$/)
  })

  it('streams, with one usage chunk and only when asked', async () => {
    const chunks = []
    const stream = await client.chat.completions.create({
      ...say('a b c'),
      stream: true,
      stream_options: { include_usage: true },
    })
    for await (const chunk of stream) chunks.push(chunk)
    expect(chunks[0]?.choices[0]?.delta.role).to.equal('assistant')
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).to.equal('a b c')
    expect(chunks.at(-1)).to.deep.include({ choices: [] })
    expect(chunks.at(-1)?.usage).to.include({ prompt_tokens: 3, completion_tokens: 3 })
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).to.equal(true)
    expect(new Set(chunks.map(({ id, created }) => `${id} ${created}`)).size).to.equal(1)

    const silent = []
    for await (const chunk of await client.chat.completions.create({ ...say('a b'), stream: true })) silent.push(chunk)
    expect(silent.every((chunk) => chunk.choices.length === 1 && !('usage' in chunk))).to.equal(true)
    expect(silent.at(-1)?.choices[0]?.finish_reason).to.equal('stop')
  })

  it('folds a stream with the .stream() helper', async () => {
    const completion = await client.chat.completions.stream(say('fold me')).finalChatCompletion()
    expect(completion.choices[0]?.message.content).to.equal('fold me')
  })

  for (const stream of [false, true]) {
    it(`calls a named tool with valid arguments, ${stream ? 'streamed' : 'at once'}`, async () => {
      const parameters = {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'integer' } },
        required: ['city', 'days'],
      }
      const request = {
        ...say('weather?'),
        tools: [{ type: 'function' as const, function: { name: 'forecast', parameters } }],
        tool_choice: { type: 'function' as const, function: { name: 'forecast' } },
      }
      const completion = stream
        ? await client.chat.completions.stream(request).finalChatCompletion()
        : await client.chat.completions.create(request)
      const [choice] = completion.choices
      const [call] = choice?.message.tool_calls ?? []
      expect(choice?.finish_reason).to.equal('tool_calls')
      expect(call?.type === 'function' && call.function.name).to.equal('forecast')
      const given: unknown = JSON.parse(call?.type === 'function' ? call.function.arguments : '')
      expect(given).to.have.keys('city', 'days')
    })
  }

  describe('builds against the sandbox', () => {
    const weather = z.object({
      city: z.string().min(1),
      degrees: z.number().int(),
      sky: z.enum(['clear', 'cloudy']),
      hours: z.array(z.object({ at: z.string(), wind: z.number().nullable() })).min(2),
    })
    const response_format = zodResponseFormat(weather, 'weather')

    it('parses structured output, at once and streamed', async () => {
      const parsed = await client.chat.completions.parse({ ...say('the weather'), response_format })
      expect(weather.parse(parsed.choices[0]?.message.parsed).hours).to.have.length(2)
      const stream = client.chat.completions.stream({ ...say('the weather'), response_format })
      const folded = await stream.finalChatCompletion()
      expect(folded.choices[0]?.message.parsed).to.deep.equal(parsed.choices[0]?.message.parsed)
    })

    it('gets an object where it asks for one', async () => {
      const answer = await client.chat.completions.create({ ...say('hi'), response_format: { type: 'json_object' } })
      expect(JSON.parse(answer.choices[0]?.message.content ?? '')).to.deep.equal({ content: 'hi' })
    })

    for (const stream of [false, true]) {
      it(`runs tools to an answer, ${stream ? 'streamed' : 'at once'}`, async () => {
        const asked: unknown[] = []
        const forecast = zodFunction({
          name: 'forecast',
          parameters: z.object({ city: z.string(), days: z.number().int().min(2) }),
          function: (given) => {
            asked.push(given)
            return 'sunny'
          },
        })
        const request = { ...say('weather?', 'sandbox/tools'), tools: [forecast] }
        const runner = stream
          ? client.chat.completions.runTools({ ...request, stream: true })
          : client.chat.completions.runTools(request)
        expect(await runner.finalContent()).to.equal('forecast: sunny')
        expect(asked).to.deep.equal([{ city: 'text', days: 2 }])
      })
    }

    it('stops before a stop sequence', async () => {
      const answer = await client.chat.completions.create({ ...say('one two three four'), stop: 'three' })
      expect(answer.choices[0]).to.deep.include({ finish_reason: 'stop' })
      expect(answer.choices[0]?.message.content).to.equal('one two ')
    })

    it('gets the size of a video although its request named none', async () => {
      const video = await client.videos.create({ model: 'sandbox/video', prompt: 'a boat' })
      expect(video.size).to.equal('1280x720')
      expect((await client.videos.retrieve(video.id)).size).to.equal('1280x720')
    })
  })

  it('throws for a stream that was cut', async () => {
    const error = await thrownBy(async () => {
      const stream = await client.chat.completions.create({ ...say('a b c d e f', 'sandbox/cut'), stream: true })
      for await (const _ of stream) continue
    })
    expect(error).to.be.instanceOf(APIError)
    expect((error as APIError).code).to.equal('upstream_error')
  })

  it('aborts, and is charged for what was delivered', async () => {
    const before = Number((await customer.balance()).balance)
    const stream = await client.chat.completions.create({
      ...say('slow words that take their time '.repeat(100), 'sandbox/echo-slow'),
      stream: true,
    })
    let seen = 0
    const error = await thrownBy(async () => {
      for await (const chunk of stream) {
        seen += chunk.choices[0]?.delta.content === undefined ? 0 : 1
        if (seen === 3) stream.controller.abort()
      }
      throw new APIUserAbortError()
    })
    expect(error).to.be.instanceOf(APIUserAbortError)
    for (;;) {
      const { held, balance } = await customer.balance()
      if (Number(held) > 0) continue
      const charged = before - Number(balance)
      // 600 words in at 0.001, and some of the words out at 0.002: what was delivered, never all of them.
      expect(charged)
        .to.be.above(0.6)
        .and.below(0.6 + 0.002 * 300)
      return
    }
  })

  describe('raises the right class of error', () => {
    const cases: readonly (readonly [string, () => PromiseLike<unknown>, new (...args: never[]) => Error, object])[] = [
      [
        'a bad key',
        () => new OpenAI({ apiKey: 'sk-no', baseURL: `${gateway.url}/v1`, maxRetries: 0 }).models.list(),
        AuthenticationError,
        { status: 401, code: 'invalid_api_key' },
      ],
      [
        'an unknown model',
        () => client.chat.completions.create(say('x', 'sandbox/none')),
        NotFoundError,
        { status: 404, code: 'model_not_found', param: 'model' },
      ],
      [
        'a wrong type',
        () => client.chat.completions.create({ ...say('x'), temperature: 'hot' as never }),
        UnprocessableEntityError,
        { status: 422, code: 'validation_error', param: 'temperature' },
      ],
      [
        'a failing upstream',
        () => client.chat.completions.create(say('x', 'sandbox/error')),
        InternalServerError,
        { status: 502, code: 'upstream_error' },
      ],
      [
        'a failing upstream, streamed',
        () => client.chat.completions.create({ ...say('x', 'sandbox/error'), stream: true }),
        InternalServerError,
        { status: 502, code: 'upstream_error' },
      ],
    ]
    for (const [name, call, type, fields] of cases) {
      it(`for ${name}`, async () => {
        const error = await thrownBy(call)
        expect(error).to.be.instanceOf(type)
        expect(error).to.include(fields)
        expect((error as APIError).requestID).to.match(/^[0-9a-f-]{36}$/)
      })
    }

    const WRONG_BASES: readonly (readonly [base: string, call: (at: OpenAI) => PromiseLike<unknown>, meant: string])[] =
      [
        ['/v1/chat/completions', (at) => at.chat.completions.create(say('x')), '404 `/v1/chat/completions`'],
        ['/v1/chat/completions', (at) => at.models.list(), '404 `/v1/models`'],
        ['/v1/responses', (at) => at.responses.create({ model: 'sandbox/echo', input: 'x' }), '405 `/v1/responses`'],
        ['', (at) => at.chat.completions.create(say('x')), '404 `/v1/chat/completions`'],
      ]
    for (const [base, call, meant] of WRONG_BASES) {
      it(`for the base URL ${base === '' ? 'without a path' : base}: it names ${meant} and the base URL to set`, async () => {
        const at = new OpenAI({ apiKey: customer.apiKey, baseURL: `${gateway.url}${base}`, maxRetries: 0 })
        const { status, message } = (await thrownBy(() => call(at))) as APIError
        expect(`${status} ${/did you mean (\S+)\?/.exec(message)?.[1]}`).to.equal(meant)
        expect(message).to.include('The base URL of a client ends in `/v1`')
      })
    }

    it('for an empty wallet: 402 after one request, without a retry', async () => {
      const poor = await makeCustomer(gateway.url, '0')
      const error = await thrownBy(() =>
        new OpenAI({ apiKey: poor.apiKey, baseURL: `${gateway.url}/v1` }).chat.completions.create(say('x')),
      )
      expect(error).to.be.instanceOf(APIError)
      expect(error).to.include({ status: 402, code: 'insufficient_balance' })
      expect((error as APIError).headers?.get('x-should-retry')).to.equal('false')
    })

    it('for the 61st request of a minute', async () => {
      const strict = await world.serve({
        DATA_DIR: `${world.environment['DATA_DIR']}-strict`,
        RATE_LIMIT_PER_MINUTE: '60',
      })
      const { apiKey } = await makeCustomer(strict.url, '10')
      const limited = new OpenAI({ apiKey, baseURL: `${strict.url}/v1`, maxRetries: 0 })
      for (let call = 0; call < 60; call += 1) await limited.models.list()
      const error = await thrownBy(() => limited.models.list())
      expect(error).to.be.instanceOf(RateLimitError)
      expect(Number((error as APIError).headers?.get('retry-after'))).to.be.within(1, 60)
    })
  })
})
