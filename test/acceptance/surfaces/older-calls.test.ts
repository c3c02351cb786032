import { expect } from 'chai'
import OpenAI, { APIError } from 'openai'
import type { Customer } from '../../support/accounts/customer.ts'
import { answersOnAnyWire } from '../../support/surfaces/upstream-answer.ts'
import { answersJson, completion } from '../../support/upstreams/upstream-scripts.ts'
import { startCatalogWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'

const ADAPTERS = ['openai-compatible', 'anthropic', 'google'] as const

const CATALOG = {
  providers: ADAPTERS.map((adapter) => ({ id: `at-${adapter}`, adapter, needs_api_key: false })),
  models: ADAPTERS.map((adapter) => ({
    id: `test/${adapter}`,
    kind: 'chat',
    capabilities: ['tools'],
    limits: { default_output_tokens: 1000, max_output_tokens: 1000 },
    deployments: [{ provider: `at-${adapter}`, model: 'm' }],
    tariff: { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' },
  })),
}

const FUNCTIONS = [{ name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }]
const CALLED = { name: 'weather', arguments: '{"city":"Oslo"}' }
const CALLS = answersOnAnyWire({
  text: '',
  calls: [{ id: 'c1', name: 'weather', input: { city: 'Oslo' } }],
  end: 'tools',
})

describe('the older form of tools, with the official SDK', () => {
  let scripted: ScriptedWorld
  let customer: Customer
  let client: OpenAI

  before(async () => {
    scripted = await startCatalogWorld(JSON.stringify(CATALOG), (url) =>
      Object.fromEntries(ADAPTERS.map((id) => [`AT_${id.toUpperCase().replaceAll('-', '_')}_BASE_URL`, url])),
    )
    customer = await scripted.world.customer(scripted.gateway.url, '100')
    client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${scripted.gateway.url}/v1`, maxRetries: 0 })
  })
  after(() => scripted.remove())

  const question = { role: 'user' as const, content: 'What is the weather in Oslo?' }

  for (const adapter of ADAPTERS) {
    it(`is answered with one call, at once and as a stream, by ${adapter}, which is asked for tools`, async () => {
      const { upstream } = scripted
      const asked = { model: `test/${adapter}`, messages: [question], functions: FUNCTIONS }
      upstream.next(CALLS)
      const whole = await client.chat.completions.create(asked)
      const [choice] = whole.choices
      expect(choice?.finish_reason).to.equal('function_call')
      expect(choice?.message).to.deep.include({ function_call: CALLED }).and.not.to.have.property('tool_calls')
      const sent = upstream.requests.at(-1)?.body
      expect(sent).to.have.property('tools').and.not.to.equal(undefined)
      expect(sent).not.to.have.any.keys('functions', 'function_call')

      upstream.next(CALLS)
      const streamed = { name: '', arguments: '', end: '' }
      for await (const { choices } of await client.chat.completions.create({ ...asked, stream: true })) {
        const piece = choices[0]?.delta.function_call
        streamed.name += piece?.name ?? ''
        streamed.arguments += piece?.arguments ?? ''
        streamed.end = choices[0]?.finish_reason ?? streamed.end
        expect(choices[0]?.delta).not.to.have.property('tool_calls')
      }
      expect(streamed).to.deep.equal({ ...CALLED, end: 'function_call' })
    })

    it(`gives ${adapter} the result of a function as that of its call`, async () => {
      const { upstream } = scripted
      upstream.next(answersOnAnyWire({ text: 'It rains.', end: 'stop' }))
      const answer = await client.chat.completions.create({
        model: `test/${adapter}`,
        functions: FUNCTIONS,
        messages: [
          question,
          { role: 'assistant', content: null, function_call: CALLED },
          { role: 'function', name: 'weather', content: 'rain' },
        ],
      })
      expect(answer.choices[0]).to.deep.include({ finish_reason: 'stop' })
      expect(JSON.stringify(upstream.requests.at(-1)?.body)).to.match(/tool_call_id|tool_use_id|functionResponse/)
    })
  }

  it('is refused by the names that the client wrote', async () => {
    const ask = (fields: object): Promise<unknown> =>
      client.chat.completions.create({ model: 'test/google', messages: [question], ...fields }).then(
        () => null,
        (error: unknown) => (error instanceof APIError ? [error.status, error.param] : error),
      )
    expect(await ask({ function_call: { name: 'weather' } })).to.deep.equal([400, 'function_call'])
    const both = { functions: FUNCTIONS, tools: [{ type: 'function', function: FUNCTIONS[0] }] }
    expect(await ask(both)).to.deep.equal([400, 'functions'])
  })

  it('that an upstream answers in is a call of a tool to a client that offers tools', async () => {
    scripted.upstream.next(answersJson(completion({ content: null, function_call: CALLED })))
    const { choices } = await client.chat.completions.create({
      model: 'test/openai-compatible',
      messages: [question],
      tools: FUNCTIONS.map((declared) => ({ type: 'function', function: declared })),
    })
    expect(choices[0]).to.have.property('finish_reason', 'tool_calls')
    expect(choices[0]?.message.tool_calls?.[0]).to.deep.include({ type: 'function', function: CALLED })
  })
})
