import Anthropic, { APIError } from '@anthropic-ai/sdk'
import { expect } from 'chai'
import { signThinking } from '../../../src/adapters/http/messages/request/thinking-signature.ts'
import {
  end,
  errorBody,
  event,
  message,
  PING,
  START,
  textBlock,
  thinkingBlock,
  toolBlock,
} from '../../adapters/providers/anthropic/message-events.ts'
import { balanceAtRest } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { openWorld, PAID_PROVIDERS, QUICK_GIVE_BACK } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { startScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import type { ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { answersJson, answersText, streams } from '../../support/upstreams/upstream-scripts.ts'
import { TINY_PDF } from '../../support/media/tiny-pdf.ts'

const MODEL = 'anthropic/claude-sonnet-5.5'

/** Micro-roubles for 10 fresh, 30 cached and 60 written tokens in, 20 out, at the shipped catalogue's prices. */
const PRICE_MICRO = 45_120

/** Anthropic's SDK on one side, its wire on the other: what is between them changes as little as can be. */
describe('Messages to Anthropic', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let upstream: ScriptedUpstream
  let customer: Customer
  let client: Anthropic

  before(async () => {
    upstream = await startScriptedUpstream()
    world = await openWorld(PAID_PROVIDERS)
    gateway = await world.serve({
      ...QUICK_GIVE_BACK,
      ANTHROPIC_API_KEY: 'sk-ant',
      ANTHROPIC_BASE_URL: upstream.baseUrl,
    })
    customer = await world.customer(gateway.url, '1000')
    client = new Anthropic({ apiKey: customer.apiKey, baseURL: gateway.url, maxRetries: 0 })
  })
  after(async () => {
    await world.remove()
    await upstream.close()
  })

  const ask = { model: MODEL, max_tokens: 500, messages: [{ role: 'user' as const, content: 'hello' }] }

  const post = (body: string, headers: Readonly<Record<string, string>> = {}, query = ''): Promise<Response> =>
    fetch(`${gateway.url}/v1/messages${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': customer.apiKey, ...headers },
      body,
    })

  /** What a call took from the wallet, in micro-roubles, once nothing is held any more. */
  const charged = async (call: () => Promise<unknown>): Promise<number> => {
    const before = await balanceAtRest(customer)
    await call()
    const after = await balanceAtRest(customer)
    return Math.round((Number(before.balance) - Number(after.balance)) * 1e6)
  }

  const lastBody = (): string => Buffer.from(upstream.requests.at(-1)?.raw ?? []).toString('utf8')

  it('cases 38, 40 and 41: keep the bytes of the conversation, the betas and the version', async () => {
    const messages = [
      '[ {"role":"user","content":"2.50 \\u0041"},',
      '{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"sig=="},',
      '{"type":"redacted_thinking","data":"zz"},{"type":"text","text":"so"}]},',
      '{"role":"user","content":[{"type":"text","text":"on","cache_control":{"type":"ephemeral"}}]} ]',
    ].join('\n')
    const betas = 'interleaved-thinking-2025-05-14, made-up-2099-01-01'
    upstream.next(answersJson(message([{ type: 'text', text: 'hi' }])))
    const response = await post(
      `{"model":"${MODEL}","max_tokens":500,"context_management":{"edits":[]},"messages":${messages}}`,
      { 'anthropic-beta': betas, 'anthropic-version': '2023-06-01' },
      '?beta=true',
    )
    expect(response.status).to.equal(200)
    expect(response.headers.get('x-gateway-ignored')).to.equal(null)
    expect(lastBody()).to.include(`"messages":${messages}`).and.to.include('"context_management":{"edits":[]}')
    expect(lastBody()).to.include('"model":"claude-sonnet-5-5"')
    expect(upstream.requests.at(-1)?.headers).to.include({ 'anthropic-beta': betas, 'anthropic-version': '2023-06-01' })
  })

  it('are answered where their client names betas that are not offered, which are taken out and named', async () => {
    upstream.next(answersJson(message([{ type: 'text', text: 'hi' }])))
    const betas = 'claude-code-20250219,advisor-tool-2026-03-01,context-1m-2025-08-07'
    const response = await post(JSON.stringify(ask), { 'anthropic-beta': betas })
    expect(response.status).to.equal(200)
    expect(response.headers.get('x-gateway-ignored')).to.equal(
      'anthropic-beta.advisor-tool-2026-03-01, anthropic-beta.context-1m-2025-08-07',
    )
    expect(upstream.requests.at(-1)?.headers).to.include({ 'anthropic-beta': 'claude-code-20250219' })
  })

  it('names a version of the interface where the client names none', async () => {
    upstream.next(answersJson(message([{ type: 'text', text: 'hi' }])))
    expect((await post(JSON.stringify(ask))).status).to.equal(200)
    expect(upstream.requests.at(-1)?.headers['anthropic-version']).to.match(/^\d{4}-\d\d-\d\d$/)
  })

  it('are charged for what is cached for an hour at its own price, and may ask for no other long life', async () => {
    const marked = (ttl: string) =>
      JSON.stringify({ ...ask, system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral', ttl } }] })
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 60,
      cache_read_input_tokens: 30,
      cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 40 },
      output_tokens: 20,
    }
    upstream.next(answersJson({ ...message([{ type: 'text', text: 'hi' }]), usage }))
    const cost = await charged(async () => {
      expect((await post(marked('1h'))).status).to.equal(200)
    })
    // 40 of the tokens cost 480 roubles a million and not 300.
    expect(cost).to.equal(PRICE_MICRO + 40 * 180)
    const refused = await post(marked('24h'))
    expect(refused.status).to.equal(400)
    const { error } = (await refused.json()) as { error: { message: string } }
    expect(error.message).to.include('cache')
    const asked = upstream.requests.length
    expect(await charged(() => post(marked('24h')))).to.equal(0)
    expect(upstream.requests.length).to.equal(asked)
  })

  it('bring back the body as it was written, with its cost, and charge what chat would', async () => {
    const body =
      '{"id":"msg_1","type":"message","content":[{"type":"text","text":"\\u0041","n":1.50}],"stop_reason":"end_turn",'
    const usage =
      '"usage":{"input_tokens":10,"cache_creation_input_tokens":60,"cache_read_input_tokens":30,"output_tokens":20'
    upstream.next(answersText(`${body}${usage}}}`))
    const cost = await charged(async () => {
      const answer = await post(JSON.stringify(ask))
      expect(await answer.text()).to.equal(`${body}${usage},"cost":0.04512,"cost_rub":"0.04512"}}`)
    })
    expect(cost).to.equal(PRICE_MICRO)
  })

  it('cases 31, 32 and 35: bring back every event as it was written, and the usage with its cost', async () => {
    const blocks = [
      ...thinkingBlock(0, 'hm', 'sig=='),
      PING,
      ...textBlock(1, 'hi ', 'there'),
      ...toolBlock(2, 'toolu_1', 'clock', '{"zone":', '"UTC"}'),
      event('made_up', { x: 1 }),
    ]
    upstream.next(streams([START, ...blocks, ...end('tool_use')]))
    const cost = await charged(async () => {
      const text = await (await post(JSON.stringify({ ...ask, stream: true }))).text()
      expect(text.startsWith(START + blocks.join(''))).to.equal(true)
      const rest = text.slice((START + blocks.join('')).length)
      expect(rest).to.match(
        /^event: message_delta\ndata: \{.*"cost":0\.04512,"cost_rub":"0\.04512"\}\}\n\nevent: message_stop\ndata: .*\n\n$/,
      )
    })
    expect(cost).to.equal(PRICE_MICRO)
  })

  it('come back whole, with their lines `event`, where the provider writes none', async () => {
    const written = [START, ...textBlock(0, 'hi ', 'there')]
    upstream.next(streams([...written, ...end('end_turn')].map((each) => each.replace(/^event: .*\n/, ''))))
    const text = await (await post(JSON.stringify({ ...ask, stream: true }))).text()
    expect(text.startsWith(written.join(''))).to.equal(true)
    expect(text.slice(written.join('').length)).to.match(
      /^event: message_delta\ndata: \{.*"cost_rub":"[\d.]+"\}\}\n\nevent: message_stop\ndata: .*\n\n$/,
    )
  })

  it('accumulate to the message that was sent, thoughts and signatures included', async () => {
    upstream.next(streams([START, ...thinkingBlock(0, 'hm', 'sig=='), ...textBlock(1, 'hi'), ...end('end_turn')]))
    const final = await client.messages.stream(ask).finalMessage()
    expect(final.content[0]).to.deep.include({ type: 'thinking', thinking: 'hm', signature: 'sig==' })
    expect(final.content[1]).to.deep.include({ type: 'text', text: 'hi' })
    expect(final.usage).to.deep.include({ input_tokens: 10, cache_read_input_tokens: 30, output_tokens: 20 })
  })

  it('leave out thoughts that no provider signed', async () => {
    upstream.next(answersJson(message([{ type: 'text', text: 'hi' }])))
    const content = [
      { type: 'thinking' as const, thinking: 'from elsewhere', signature: '' },
      { type: 'thinking' as const, thinking: 'from elsewhere', signature: signThinking('sandbox/echo', 'sig') },
      { type: 'text' as const, text: 'so' },
    ]
    await client.messages.create({
      ...ask,
      messages: [...ask.messages, { role: 'assistant', content }, { role: 'user', content: 'on' }],
    })
    expect(upstream.requests.at(-1)?.body).to.have.deep.nested.property('messages.1.content', [content[2]])
  })

  it('name a refused block where its client wrote it, also behind thoughts that were left out', async () => {
    upstream.next(answersJson(errorBody('invalid_request_error', 'messages.2.content.0.text: too odd'), 400))
    const thought = { type: 'thinking', thinking: 'from elsewhere', signature: '' }
    const text = { type: 'text', text: 'so' }
    const messages = [
      ...ask.messages,
      { role: 'assistant', content: [thought] },
      { role: 'user', content: 'on' },
      { role: 'assistant', content: [thought, text] },
      { role: 'user', content: 'on' },
    ]
    const refused = await post(JSON.stringify({ ...ask, messages }))
    expect(await refused.json())
      .to.have.nested.property('error.message')
      .that.equals('messages.3.content.1.text: too odd')
  })

  it('leave a refusal as the provider wrote it: it begins with the field of its client', async () => {
    for (const sentence of [
      'system: text content blocks must be non-empty',
      'output_config.effort: not for this model',
      'thinking: budget is too small',
      'too odd',
    ]) {
      upstream.next(answersJson(errorBody('invalid_request_error', sentence), 400))
      const refused = await post(JSON.stringify({ ...ask, system: 'be brief' }))
      expect(await refused.json()).to.have.nested.property('error.message', sentence)
    }
  })

  it('send documents and the client’s own typed tools, and refuse tools that the provider would run', async () => {
    upstream.next(answersJson(message([{ type: 'text', text: 'hi' }])))
    const pdf = {
      type: 'base64' as const,
      media_type: 'application/pdf' as const,
      data: Buffer.from(TINY_PDF).toString('base64'),
    }
    await client.messages.create({
      ...ask,
      messages: [{ role: 'user', content: [{ type: 'document', source: pdf }] }],
      tools: [{ type: 'bash_20250124', name: 'bash' }],
    })
    expect(upstream.requests.at(-1)?.body).to.have.nested.property('tools[0].type', 'bash_20250124')
    const sent = upstream.requests.length
    const refused = await post(JSON.stringify({ ...ask, tools: [{ type: 'web_search_20250305', name: 'web_search' }] }))
    expect(refused.status).to.equal(400)
    expect(await refused.text()).to.include('tools.0.type')
    expect(upstream.requests.length).to.equal(sent)
  })

  it('send toolsets without a name, and name what they refuse where it stands', async () => {
    upstream.next(answersJson(message([{ type: 'text', text: 'hi' }])))
    const toolset = { type: 'browser_toolset_20260801' }
    expect((await post(JSON.stringify({ ...ask, tools: [toolset] }))).status).to.equal(200)
    expect(upstream.requests.at(-1)?.body).to.have.deep.nested.property('tools[0]', toolset)
    const sent = upstream.requests.length
    const refusalOf = async (more: object): Promise<string> => {
      const refused = await post(JSON.stringify({ ...ask, system: 'be brief', ...more }))
      expect(refused.status).to.equal(400)
      return await refused.text()
    }
    const answer = { role: 'assistant', content: [{ type: 'image', source: { type: 'file', file_id: 'file_1' } }] }
    const messages = [...ask.messages, answer, ...ask.messages]
    expect(await refusalOf({ messages })).to.include('messages.1.content.0.source.file_id')
    expect(JSON.parse(await refusalOf({ thread: { type: 'create' } }))).to.have.deep.nested.property('error.details', {
      error_code: 'thread_unsupported_request',
      unsupported: ['thread'],
    })
    const edits = [{ type: 'compact_20260112' }]
    expect(await refusalOf({ context_management: { edits } })).to.include('context_management.edits.0.type')
    expect(upstream.requests.length).to.equal(sent)
  })

  it('hold for what Anthropic alone is sent: examples of tools, and thoughts that are sealed', async () => {
    const heldFor = async (more: object): Promise<number> => {
      upstream.next(answersJson(message([{ type: 'text', text: 'hi' }])))
      const answer = await post(JSON.stringify({ ...ask, ...more }))
      expect(answer.status).to.equal(200)
      const id = answer.headers.get('x-gateway-operation-id') ?? ''
      const headers = { authorization: `Bearer ${customer.apiKey}` }
      const receipt = await fetch(`${gateway.url}/v1/usage/${id}`, { headers })
      return Number(((await receipt.json()) as { readonly hold: string }).hold)
    }
    const long = 'x'.repeat(100_000)
    const thought = { type: 'thinking', thinking: '', signature: long }
    const answer = (block: object) => ({
      messages: [...ask.messages, { role: 'assistant', content: [block] }, ...ask.messages],
    })
    const bare = await heldFor(answer({ type: 'text', text: 'so' }))
    // 100,000 tokens at 300 roubles a million, the price of what is written to a cache.
    for (const more of [
      { tools: [{ name: 'a', input_schema: { type: 'object' }, input_examples: [{ a: long }] }] },
      answer({ type: 'redacted_thinking', data: long }),
      answer(thought),
    ]) {
      expect(await heldFor(more)).to.be.at.least(bare + 29)
    }
  })

  it('end with an error in band where the provider does, and charge nothing', async () => {
    upstream.next(
      streams([
        START,
        ...textBlock(0, 'hi '),
        event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
      ]),
    )
    const cost = await charged(async () => {
      const text = await (await post(JSON.stringify({ ...ask, stream: true }))).text()
      expect(text).not.to.include('message_stop')
      expect(text).to.match(
        /event: error\ndata: \{"type":"error","error":\{"type":"api_error".*"request_id":"[^"]+"\}\n\n$/,
      )
    })
    expect(cost).to.equal(0)
  })

  it('tell the caller’s own mistake in the provider’s words, as a 400', async () => {
    upstream.next(answersJson(errorBody('invalid_request_error', 'messages.0: too odd'), 400))
    const error = await client.messages.create(ask).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).to.be.instanceOf(APIError).and.to.include({ status: 400, type: 'invalid_request_error' })
    expect((error as APIError).message).to.include('too odd')
  })
})
