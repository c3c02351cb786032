import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { balanceAtRest, chat } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { Script } from '../../support/upstreams/scripted-upstream.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import {
  answersJson,
  chunk,
  completion,
  DONE,
  frame,
  streams,
  streamsThenBreaks,
  streamsThenHangs,
  usage,
  usageChunk,
} from '../../support/upstreams/upstream-scripts.ts'

const WORDS = ['one', ' two', ' three'].map((content) => frame(chunk({ content })))
const END = [frame(chunk({}, 'stop')), frame(usageChunk(usage(3, 33))), DONE]

/** Answers in the form that it is asked for. */
const answers: Script = (response, request) =>
  request.body['stream'] === true
    ? streams([...WORDS, ...END])(response, request)
    : answersJson(completion({ content: 'one two three' }, { usage: usage(3, 33) }))(response, request)

const MODELS: Readonly<Record<string, Script>> = {
  answers,
  overloaded: answersJson({ error: { message: 'overloaded' } }, 503),
  slow: streams([...WORDS, ...WORDS, ...WORDS, ...WORDS, ...END], 40),
  declines: streams([frame(chunk({ refusal: 'I cannot.' })), ...END]),
  breaks: streamsThenBreaks(WORDS),
  pauses: streamsThenHangs(WORDS),
}

const BOTH = {
  deployments: [
    { provider: 'scripted', model: 'overloaded' },
    { provider: 'second', model: 'answers' },
  ],
}

/** Cannot be asked how much to think. */
const PLAIN = {
  deployments: [{ provider: 'scripted', model: 'answers' }],
  unsupported_parameters: ['reasoning_effort'],
}

/** Calls tools only where it is asked not to think. */
const CALM = {
  capabilities: ['tools'],
  deployments: [{ provider: 'scripted', model: 'answers', thinks_with_tools: false }],
}

type Fields = Readonly<Record<string, unknown>>

interface Sending {
  readonly key?: string
  readonly signal?: AbortSignal
}

const lastEvent = (text: string): Fields => {
  const data = text.trimEnd().split('\n').at(-1) ?? ''
  return JSON.parse(data.slice('data: '.length)) as Fields
}

/** The cost that an answer states, whole or streamed. */
const costIn = (text: string): string | undefined => /"cost":([\d.]+)/.exec(text)?.[1]

describe('the price of a message', () => {
  let scripted: ScriptedWorld
  let customer: Customer

  before(async () => {
    scripted = await startScriptedWorld([...Object.keys(MODELS), 'both', 'plain', 'calm'], {
      both: BOTH,
      plain: PLAIN,
      calm: CALM,
    })
    for (const [model, script] of Object.entries(MODELS)) scripted.upstream.onModel(model, script)
  })
  after(() => scripted.remove())
  beforeEach(async () => {
    customer = await scripted.world.customer(scripted.gateway.url, '100')
  })

  const ask = (model: string, more: Fields = {}, { key, signal }: Sending = {}): Promise<Response> =>
    fetch(`${scripted.gateway.url}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': customer.apiKey,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify({
        model: `scripted/${model}`,
        max_tokens: 500,
        messages: [{ role: 'user', content: 'hello there' }],
        ...more,
      }),
      ...(signal === undefined ? {} : { signal }),
    })

  const charges = async (): Promise<readonly string[]> => {
    await balanceAtRest(customer)
    return (await customer.transactions()).filter(({ type }) => type === 'charge').map(({ amount }) => amount)
  }

  for (const stream of [false, true]) {
    it(`is that of the same chat, to the micro-rouble${stream ? ', streamed' : ''}`, async () => {
      const messages = [{ role: 'user', content: 'hello there' }]
      await (await chat(scripted.gateway.url, customer.apiKey, { model: 'scripted/answers', messages, stream })).text()
      const response = await ask('answers', { stream })
      const text = await response.text()
      const [one, other, ...more] = await charges()
      expect([one, more]).to.deep.equal([other, []])
      expect(`-${String(costIn(text))}`).to.equal(one)
      const receipt = await fetch(
        `${scripted.gateway.url}/v1/usage/${response.headers.get('x-gateway-operation-id') ?? ''}`,
        { headers: { authorization: `Bearer ${customer.apiKey}` } },
      )
      expect(await receipt.json()).to.include({ status: 'charged', charge: one?.slice(1) })
    })
  }

  it('is nothing where the stream breaks, which it says in band', async () => {
    const text = await (await ask('breaks', { stream: true })).text()
    expect(lastEvent(text)).to.include({ type: 'error' })
    expect(text).not.to.include('message_stop')
    expect(await charges()).to.deep.equal([])
  })

  it('is that of the deployment that answered, where another refused before its first word', async () => {
    const text = await (await ask('both', { stream: true })).text()
    expect(lastEvent(text)).to.include({ type: 'message_stop' })
    expect(await charges()).to.have.lengthOf(1)
  })

  it('is nothing where the provider declines without output', async () => {
    const text = await (await ask('declines', { stream: true })).text()
    expect(text).to.include('"stop_reason":"refusal"').and.to.include('I cannot.')
    expect(costIn(text)).to.equal('0')
    expect(await charges()).to.deep.equal([])
  })

  it('is that of what was delivered where the client leaves, never more than was held', async () => {
    const gone = new AbortController()
    const response = await ask('pauses', { stream: true }, { signal: gone.signal })
    let text = ''
    for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(bytes)
      if (text.includes(' three')) break
    }
    gone.abort()
    const made = await charges()
    expect(made).to.have.lengthOf(1)
    expect(Number(made[0])).to.be.within(-1.1, -0.003)
  })

  it('is nothing, and nothing is held, where the request is refused', async () => {
    const refusals: readonly (readonly [Fields, string])[] = [
      [{ tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, 'tools.0.type'],
      [{ mcp_servers: [{ type: 'url', url: 'https://example.com' }] }, 'mcp_servers'],
      [{ container: 'c' }, 'container'],
      [{ max_tokens: 0 }, 'max_tokens'],
      [{ messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x' }] }] }, 'tool_use_id'],
    ]
    for (const [more, named] of refusals) {
      const response = await ask('answers', more)
      const { error } = (await response.json()) as { error: Fields }
      expect([response.status, error['type']]).to.deep.equal([400, 'invalid_request_error'])
      expect(error['message']).to.include(named)
    }
    expect(await customer.balance()).to.include({ balance: '100.00', held: '0.00' })
  })

  it('is refused with 402 where the balance does not cover it', async () => {
    const response = await ask('answers', { system: 'word '.repeat(100_000) })
    const { error } = (await response.json()) as { error: Fields }
    expect([response.status, error['type'], response.headers.get('x-should-retry')]).to.deep.equal([
      402,
      'billing_error',
      'false',
    ])
  })

  for (const stream of [false, true]) {
    it(`is charged once for a request that is repeated under its key${stream ? ', streamed' : ''}`, async () => {
      const key = randomUUID()
      const first = await ask('answers', { stream }, { key })
      const text = await first.text()
      const again = await ask('answers', { stream }, { key })
      expect(await again.text()).to.equal(text)
      expect(again.headers.get('idempotency-replayed')).to.equal('true')
      expect(await charges()).to.have.lengthOf(1)
      const other = await ask('answers', { stream, max_tokens: 7 }, { key })
      expect(other.status).to.equal(400)
    })
  }

  it('is charged once where the client left, and the replay ends in an error', async () => {
    const key = randomUUID()
    const gone = new AbortController()
    const reader = (await ask('slow', { stream: true }, { key, signal: gone.signal })).body?.getReader()
    await reader?.read()
    await reader?.read()
    gone.abort()
    let replay = ''
    await eventually(async () => {
      const response = await ask('slow', { stream: true }, { key })
      replay = await response.text()
      return response.status === 200
    })
    expect(lastEvent(replay)).to.include({ type: 'error' })
    expect(replay).to.include('message_start').and.not.to.include('message_stop')
    expect(await charges()).to.have.lengthOf(1)
  })

  it('is asked for although its model cannot be asked how much to think', async () => {
    const response = await ask('plain', { thinking: { type: 'enabled', budget_tokens: 1_024 } })
    expect([response.status, response.headers.get('x-gateway-ignored')]).to.deep.equal([200, 'thinking'])
    expect(scripted.upstream.requests.at(-1)?.body).not.to.have.property('reasoning_effort')
  })

  it('asks for no thoughts beside tools where the model calls tools only without, and leaves chat as it is', async () => {
    const effort = (): unknown => scripted.upstream.requests.at(-1)?.body['reasoning_effort']
    const post = async (path: string, body: Fields): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` }
      const whole = JSON.stringify({ model: 'scripted/calm', ...body })
      const response = await fetch(`${scripted.gateway.url}${path}`, { method: 'POST', headers, body: whole })
      return [response.status, response.headers.get('x-gateway-ignored'), effort()]
    }
    const named = { name: 'look', parameters: { type: 'object' } }
    const messages = [{ role: 'user', content: 'hello there' }]
    const tools = [{ name: 'look', input_schema: { type: 'object' } }]
    const thinking = { type: 'enabled', budget_tokens: 1_024 }
    const answered = await post('/v1/messages', { max_tokens: 2_000, messages, tools, thinking })
    expect(answered).to.deep.equal([200, 'thinking', 'none'])
    const asked = { input: 'hello there', reasoning: { effort: 'low' }, tools: [{ type: 'function', ...named }] }
    expect(await post('/v1/responses', asked)).to.deep.equal([200, 'reasoning.effort', 'none'])
    const chatted = { messages, reasoning_effort: 'low', tools: [{ type: 'function', function: named }] }
    expect(await post('/v1/chat/completions', chatted)).to.deep.equal([200, null, 'low'])
  })

  it('names in a header what a provider of another wire is not given, in the words of this one', async () => {
    const response = await fetch(`${scripted.gateway.url}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${customer.apiKey}`,
        'anthropic-beta': 'made-up-2099-01-01',
      },
      body: JSON.stringify({
        model: 'scripted/answers',
        max_tokens: 5,
        top_k: 3,
        context_management: { edits: [] },
        messages: [{ role: 'user', content: [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }] }],
      }),
    })
    expect(response.status).to.equal(200)
    expect(response.headers.get('x-gateway-ignored')?.split(', ')).to.have.members([
      'context_management',
      'messages.content.cache_control',
      'anthropic-beta',
      'top_k',
    ])
  })
})
