import { expect } from 'chai'
import OpenAI, { APIError } from 'openai'
import {
  end,
  errorBody,
  message,
  START,
  textBlock,
  thinkingBlock,
  toolBlock,
} from '../../adapters/providers/anthropic/message-events.ts'
import { balanceAtRest } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { openWorld, PAID_PROVIDERS, QUICK_GIVE_BACK } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { startScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { answersJson, streams, streamsThenBreaks } from '../../support/upstreams/upstream-scripts.ts'

const MODEL = 'anthropic/claude-sonnet-5.5'

/** Micro-roubles for 10 fresh, 30 cached and 60 written tokens in, 20 out, at the shipped catalogue's prices. */
const PRICE_MICRO = 45_120

/** The official SDK on one side, the provider's wire on the other: right answer, right charge, right status. */
describe('Anthropic behind the gateway', () => {
  let world: GatewayWorld
  let upstream: ScriptedUpstream
  let customer: Customer
  let client: OpenAI

  before(async () => {
    upstream = await startScriptedUpstream()
    world = await openWorld(PAID_PROVIDERS)
    const gateway = await world.serve({
      ...QUICK_GIVE_BACK,
      ANTHROPIC_API_KEY: 'sk-ant',
      ANTHROPIC_BASE_URL: upstream.baseUrl,
    })
    customer = await world.customer(gateway.url, '1000')
    client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  })
  after(async () => {
    await world.remove()
    await upstream.close()
  })

  const ask = { model: MODEL, messages: [{ role: 'user' as const, content: 'hello' }] }

  /** What a call took from the wallet, in micro-roubles, once nothing is held any more. */
  const charged = async (call: () => Promise<unknown>): Promise<number> => {
    const before = await balanceAtRest(customer)
    await call()
    const after = await balanceAtRest(customer)
    return Math.round((Number(before.balance) - Number(after.balance)) * 1e6)
  }

  const statusOf = async (call: () => PromiseLike<unknown>): Promise<unknown> => {
    try {
      await call()
    } catch (error) {
      if (error instanceof APIError) return `${error.status ?? 'stream'} ${error.code ?? ''}`
      throw error
    }
    return 'answered'
  }

  const streamed = async (): Promise<string> => {
    let text = ''
    for await (const chunk of await client.chat.completions.create({ ...ask, stream: true })) {
      text += chunk.choices[0]?.delta.content ?? ''
      text += chunk.choices[0]?.finish_reason ? `|${chunk.choices[0].finish_reason}` : ''
    }
    return text
  }

  it('answers and charges what the provider counted', async () => {
    upstream.next(answersJson(message([{ type: 'text', text: 'hi' }])))
    const cost = await charged(async () => {
      const answer = await client.chat.completions.create(ask)
      expect(answer.choices[0]?.message.content).to.equal('hi')
      expect(answer.usage).to.deep.include({ prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 })
      expect(answer.usage?.prompt_tokens_details).to.include({ cached_tokens: 30 })
      expect(answer.usage?.completion_tokens_details).to.include({ reasoning_tokens: 5 })
    })
    expect(cost).to.equal(PRICE_MICRO)
    expect(upstream.requests.at(-1)?.body).to.include({ model: 'claude-sonnet-5-5', max_tokens: 8_000 })
  })

  it('streams and charges the same', async () => {
    upstream.next(streams([START, ...textBlock(0, 'hi ', 'there'), ...end('end_turn')]))
    expect(await charged(async () => expect(await streamed()).to.equal('hi there|stop'))).to.equal(PRICE_MICRO)
  })

  it('carries a tool call to the client and its result back, although the client sends no thinking', async () => {
    upstream.next(
      streams([
        START,
        ...thinkingBlock(0, 'hm', 'sig'),
        ...toolBlock(1, 'toolu_1', 'clock', '{"zone":', '"UTC"}'),
        ...end('tool_use'),
      ]),
      answersJson(message([{ type: 'text', text: 'noon' }])),
    )
    const tools = [{ type: 'function' as const, function: { name: 'clock', parameters: { type: 'object' } } }]
    const first = await client.chat.completions.stream({ ...ask, tools }).finalChatCompletion()
    const asked = first.choices[0]!.message
    expect(first.choices[0]?.finish_reason).to.equal('tool_calls')
    const [call] = asked.tool_calls!
    const second = await client.chat.completions.create({
      model: MODEL,
      tools,
      messages: [...ask.messages, asked, { role: 'tool', tool_call_id: call!.id, content: '12:00' }],
    })
    expect(second.choices[0]?.message.content).to.equal('noon')
    expect(upstream.requests.at(-1)?.body['messages']).to.have.deep.nested.property('1.content', [
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'tool_use', id: 'toolu_1', name: 'clock', input: { zone: 'UTC' } },
    ])
  })

  it('answers a refusal with finish reason content_filter, and charges nothing', async () => {
    const refused = message([], { stop_reason: 'refusal', stop_details: { type: 'refusal', explanation: 'No.' } })
    upstream.next(answersJson(refused))
    const cost = await charged(async () => {
      const answer = await client.chat.completions.create(ask)
      expect(answer.choices[0]?.finish_reason).to.equal('content_filter')
    })
    expect(cost).to.equal(0)
  })

  it('ends a stream that was cut in the middle with an error, and charges nothing', async () => {
    upstream.next(streamsThenBreaks([START, ...textBlock(0, 'hi ')]))
    expect(await charged(async () => expect(await statusOf(streamed)).to.match(/upstream_error/))).to.equal(0)
  })

  const failures: readonly [string, Script, string][] = [
    ['a bad key', answersJson(errorBody('authentication_error', 'invalid x-api-key'), 401), '502 upstream_error'],
    ['no credit', answersJson(errorBody('billing_error', 'x'), 402), '502 upstream_error'],
    [
      'a rate limit',
      answersJson(errorBody('rate_limit_error', 'x'), 429, { 'retry-after': '3' }),
      '502 upstream_rate_limited',
    ],
    ['overloaded', answersJson(errorBody('overloaded_error', 'x'), 529), '502 upstream_error'],
  ]
  for (const [title, script, expected] of failures) {
    it(`${title}: ${expected}, and charges nothing`, async () => {
      upstream.next(script)
      const cost = await charged(async () => {
        expect(await statusOf(() => client.chat.completions.create(ask))).to.equal(expected)
      })
      expect(cost).to.equal(0)
    })
  }

  it('answers mistakes of the caller with 4xx, those that it finds itself before it asks the provider', async () => {
    upstream.next(answersJson(errorBody('invalid_request_error', 'tools: too many'), 400))
    expect(await statusOf(() => client.chat.completions.create(ask))).to.equal('400 rejected_by_upstream')
    const sent = upstream.requests.length
    const seeded = () => client.chat.completions.create({ ...ask, seed: 1 })
    expect(await statusOf(seeded)).to.equal('400 unsupported_parameter')
    expect(upstream.requests.length).to.equal(sent)
  })
})
