import { expect } from 'chai'
import OpenAI from 'openai'
import { sealMarkOf } from '../../../src/domain/routing/seal-mark.ts'
import { balanceAtRest } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { openWorld, PAID_PROVIDERS, QUICK_GIVE_BACK } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { startScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import type { ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { answersJson, streams, streamsThenBreaks } from '../../support/upstreams/upstream-scripts.ts'

type Json = Readonly<Record<string, unknown>>

const MODEL = 'openai/gpt-6-luna'

const THOUGHT: Json = { type: 'reasoning', id: 'rs_upstream', summary: [], encrypted_content: 'gAAAA+/==' }

/** As the client gets it: the seal begins with the mark of the provider that made it. */
const KEPT_THOUGHT: Json = { ...THOUGHT, encrypted_content: `${sealMarkOf('openai')}gAAAA+/==` }

const text = (words: string): Json => ({
  type: 'message',
  id: 'msg_upstream',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: words, annotations: [], logprobs: [] }],
})

const response = (output: readonly Json[], more: Json = {}): Json => ({
  id: 'resp_upstream',
  object: 'response',
  created_at: 1,
  model: 'gpt-upstream-2026',
  status: 'completed',
  error: null,
  incomplete_details: null,
  store: false,
  output,
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 30 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 5 },
    total_tokens: 120,
  },
  ...more,
})

const event = (type: string, sequence: number, fields: Json): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...fields })}\n\n`

const DELTA = event('response.output_text.delta', 6, {
  item_id: 'msg_upstream',
  output_index: 1,
  content_index: 0,
  delta: 'hi',
  obfuscation: 'xyz',
})

const CREATED = event('response.created', 0, { response: response([], { status: 'in_progress', usage: null }) })

const PART = { type: 'output_text', text: '', annotations: [], logprobs: [] }
const PLACE = { item_id: 'msg_upstream', output_index: 1, content_index: 0 }

const STREAM = [
  CREATED,
  event('response.output_item.added', 1, { output_index: 0, item: { ...THOUGHT, encrypted_content: '' } }),
  event('response.output_item.done', 2, { output_index: 0, item: THOUGHT }),
  event('response.invented', 3, { anything: 1.0 }),
  event('response.output_item.added', 4, { output_index: 1, item: { ...text(''), content: [] } }),
  event('response.content_part.added', 5, { ...PLACE, part: PART }),
  DELTA,
  event('response.output_item.done', 7, { output_index: 1, item: text('hi') }),
  event('response.completed', 8, { response: response([THOUGHT, text('hi')]) }),
]

/** The accumulator of the SDK knows no event that is not published. */
const PUBLISHED = STREAM.filter((each) => !each.includes('response.invented'))

/** OpenAI's SDK on one side, its own Responses on the other: what is between them changes as little as can be. */
describe('Responses to OpenAI', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let upstream: ScriptedUpstream
  let customer: Customer
  let client: OpenAI

  before(async () => {
    upstream = await startScriptedUpstream()
    world = await openWorld(PAID_PROVIDERS)
    gateway = await world.serve({ ...QUICK_GIVE_BACK, OPENAI_API_KEY: 'sk-openai', OPENAI_BASE_URL: upstream.baseUrl })
    customer = await world.customer(gateway.url, '1000')
    client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  })
  after(async () => {
    await world.remove()
    await upstream.close()
  })

  const post = (body: string): Promise<Response> =>
    fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
      body,
    })

  const charged = async (call: () => Promise<unknown>): Promise<number> => {
    const before = await balanceAtRest(customer)
    await call()
    const after = await balanceAtRest(customer)
    return Math.round((Number(before.balance) - Number(after.balance)) * 1e6)
  }

  const lastBody = (): string => Buffer.from(upstream.requests.at(-1)?.raw ?? []).toString('utf8')

  it('sends the input byte for byte, to the provider’s own Responses', async () => {
    upstream.next(answersJson(response([text('hi')])))
    const input = '[ {"role":"user","content":"2.50 \\u0041"} ]'
    await post(`{"model":"${MODEL}","input":${input},"top_p":1.0,"include":["reasoning.encrypted_content"]}`)
    expect(upstream.requests.at(-1)?.path).to.equal('/v1/responses')
    expect(lastBody()).to.contain(`"input":${input}`)
    expect(lastBody()).to.contain('"top_p":1.0')
    expect(lastBody()).to.contain('"include":["reasoning.encrypted_content"]')
    expect(lastBody()).to.contain('"store":false')
  })

  it('cases 12, 14 and 15: hands on events and sealed thoughts as they came, and takes the thoughts back', async () => {
    upstream.next(streams(STREAM))
    const sealed = {
      model: MODEL,
      input: 'hello',
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
    }
    const streamed = await (await post(JSON.stringify(sealed))).text()
    const id = /"item_id":"(msg_[0-9a-f-]+_1)"/.exec(streamed)?.[1] ?? 'none'
    const kept = STREAM.slice(1, -1).map((each) => each.replace('gAAAA', `${sealMarkOf('openai')}gAAAA`))
    for (const each of kept) expect(streamed).to.contain(each.replace('msg_upstream', id))
    const last = JSON.parse(streamed.trimEnd().split('data: ').at(-1) ?? '') as { response: Json }
    expect(last.response['output']).to.deep.equal([KEPT_THOUGHT, { ...text('hi'), id }])
    expect(last.response['model']).to.equal(MODEL)
    expect(last.response['id']).to.match(/^resp_[0-9a-f]/)
    expect(last.response['usage']).to.include.keys('cost', 'total_tokens')
    expect(streamed).to.not.contain('gpt-upstream-2026')

    const inputWith = (thought: Json): string =>
      JSON.stringify([{ role: 'user', content: 'hello' }, thought, text('hi'), { role: 'user', content: 'on' }])
    for (const thought of [KEPT_THOUGHT, THOUGHT]) {
      upstream.next(answersJson(response([text('on')])))
      await post(`{"model":"${MODEL}","input":${inputWith(thought)},"store":false}`)
      expect(lastBody()).to.contain(`"input":${inputWith(THOUGHT)}`)
    }
  })

  it('counts for itself where the provider does not, because strict clients read no usage without tokens', async () => {
    for (const usage of [undefined, null]) {
      const uncounted = { response: response([text('hi')], { usage }) }
      upstream.next(
        answersJson(uncounted.response),
        streams([CREATED, DELTA, event('response.completed', 7, uncounted)]),
      )
      const whole = (await (await post(`{"model":"${MODEL}","input":"hello"}`)).json()) as Json
      const streamed = await (await post(`{"model":"${MODEL}","input":"hello","stream":true}`)).text()
      const last = JSON.parse(streamed.trimEnd().split('data: ').at(-1) ?? '') as { response: Json }
      for (const answer of [whole, last.response]) {
        expect(answer['usage']).to.include.keys('input_tokens_details', 'output_tokens_details', 'cost', 'cost_rub')
        expect(answer).to.have.nested.property('usage.input_tokens').that.is.above(0)
        expect(answer).to.have.nested.property('usage.output_tokens').that.is.above(0)
      }
    }
  })

  it('finds items that a client names by their ids alone, as the AI SDK does', async () => {
    upstream.next(streams(PUBLISHED), answersJson(response([text('on')])))
    const first = await client.responses.stream({ model: MODEL, input: 'hello' }).finalResponse()
    const references = first.output.map(({ id }) => ({ type: 'item_reference' as const, id: id ?? '' }))
    await client.responses.create({ model: MODEL, input: [...references, { role: 'user', content: 'on' }] })
    const sent = JSON.parse(lastBody()) as { input: readonly Json[] }
    expect(sent.input.map(({ type, role }) => role ?? type)).to.deep.equal(['assistant', 'user'])
  })

  it('finds sealed thoughts by the id that their provider gave them, with and without a type', async () => {
    const include: 'reasoning.encrypted_content'[] = ['reasoning.encrypted_content']
    for (const type of [{ type: 'item_reference' }, {}, { type: null }]) {
      upstream.next(answersJson(response([THOUGHT, text('hi')])), answersJson(response([text('on')])))
      const { output } = await client.responses.create({ model: MODEL, input: 'hello', include })
      expect(output[0]).to.deep.equal(KEPT_THOUGHT)
      const references = output.map(({ id }) => ({ id, ...type }))
      const next = await post(JSON.stringify({ model: MODEL, input: [...references, { role: 'user', content: 'on' }] }))
      expect([next.status, next.headers.get('x-gateway-ignored')]).to.deep.equal([200, null])
      const sent = JSON.parse(lastBody()) as { input: readonly Json[] }
      expect(sent.input[0]).to.deep.equal(THOUGHT)
      expect(sent.input.map(({ type: kind, role }) => role ?? kind)).to.deep.equal(['reasoning', 'assistant', 'user'])
    }
  })

  it('sends no fields that the SDK adds to the answers that it parses, and no answer without a part', async () => {
    const call = {
      type: 'function_call',
      id: 'fc_1',
      call_id: 'call_1',
      name: 'look',
      arguments: '{}',
      status: 'completed',
    }
    upstream.next(answersJson(response([text('{"a":1}'), call])), answersJson(response([text('on')])))
    const format = { type: 'json_schema' as const, name: 'a', schema: { type: 'object' } }
    const first = await client.responses.parse({ model: MODEL, input: 'hello', store: false, text: { format } })
    expect(JSON.stringify(first.output)).to.contain('"parsed":').and.to.contain('"parsed_arguments":')
    const output = { type: 'function_call_output' as const, call_id: 'call_1', output: 'seen', parsed: 'of the tool' }
    const empty = { type: 'message', role: 'assistant', status: 'incomplete', content: [] }
    await client.responses.create({ model: MODEL, input: [...first.output, empty, output] as never, store: false })
    const { input } = JSON.parse(lastBody()) as { input: readonly Json[] }
    const { id: _, status: __, ...answer } = text('{"a":1}')
    const { id: ___, status: ____, ...asked } = call
    expect(input).to.deep.equal([answer, asked, output])
  })

  it('ends the accumulator of the SDK with what was sent', async () => {
    upstream.next(streams(PUBLISHED))
    const final = await client.responses.stream({ model: MODEL, input: 'hello', store: false }).finalResponse()
    expect(final.output_text).to.equal('hi')
  })

  it('continues a stored response by sending the conversation whole, and keeps nothing at the provider', async () => {
    upstream.next(answersJson(response([THOUGHT, text('hi')])), answersJson(response([text('on')])))
    const include: 'reasoning.encrypted_content'[] = ['reasoning.encrypted_content']
    const first = await client.responses.create({ model: MODEL, input: 'hello', include })
    const second = await client.responses.create({ model: MODEL, input: 'on', previous_response_id: first.id })
    const sent = JSON.parse(lastBody()) as { input: readonly Json[]; previous_response_id?: unknown; store: unknown }
    expect(sent.previous_response_id).to.equal(undefined)
    expect(sent.store).to.equal(false)
    expect(sent.input.map(({ type, role }) => role ?? type)).to.deep.equal(['user', 'reasoning', 'assistant', 'user'])
    expect(second.previous_response_id).to.equal(first.id)
    const stored = await client.responses.retrieve(second.id)
    expect(stored.output_text).to.equal('on')
  })

  it('sends no thoughts of another provider, and no ids that the gateway made', async () => {
    const other = await client.responses.create({
      model: 'sandbox/reasoning',
      input: 'hello',
      include: ['reasoning.encrypted_content'],
    })
    expect(other.output.map(({ type }) => type)).to.include('reasoning')
    upstream.next(answersJson(response([text('on')])))
    const answer = await post(JSON.stringify({ model: MODEL, input: 'on', previous_response_id: other.id }))
    expect(answer.headers.get('x-gateway-ignored')).to.contain('input.reasoning')
    const sent = JSON.parse(lastBody()) as { input: readonly Json[] }
    expect(sent.input.map(({ type, role }) => role ?? type)).to.deep.equal(['user', 'assistant', 'user'])
    expect(sent.input.map(({ id }) => id)).to.deep.equal([undefined, undefined, undefined])
  })

  it('sends no ids that a list of input items was given, and names a refused item by its place in the own input', async () => {
    const other = await client.responses.create({
      model: 'sandbox/reasoning',
      input: [{ role: 'user', content: 'hello' }],
      include: ['reasoning.encrypted_content'],
    })
    const { data: listed } = await client.responses.inputItems.list(other.id)
    expect(listed.map(({ id }) => id)).to.deep.equal(['item_0'])
    const sentence = `Invalid 'input[2].content[0].text': too long.`
    const error = { type: 'invalid_request_error', code: 'string_above_max_length', param: 'input[2].content[0].text' }
    upstream.next(answersJson({ error: { ...error, message: sentence } }, 400))
    const refused = await post(JSON.stringify({ model: MODEL, input: listed, previous_response_id: other.id }))
    const sent = JSON.parse(lastBody()) as { input: readonly Json[] }
    expect(sent.input.map(({ id, role }) => [id, role])).to.deep.equal([
      [undefined, 'user'],
      [undefined, 'assistant'],
      [undefined, 'user'],
    ])
    const body = (await refused.json()) as { readonly error: Json }
    expect([refused.status, body.error['param']]).to.deep.equal([400, 'input.0.content.0.text'])
    expect(body.error['message']).to.contain("'input.0.content.0.text'")
  })

  for (const stream of [false, true]) {
    it(`keeps the thoughts that led to a call for its answer, unseen${stream ? ', of a stream too' : ''}`, async () => {
      const tools = [{ type: 'function' as const, name: 'look', parameters: {}, strict: false }]
      const look: Json = {
        type: 'function_call',
        id: 'fc_up',
        call_id: 'c1',
        name: 'look',
        arguments: '{}',
        status: 'completed',
      }
      const item = (type: string, index: number, each: Json): string =>
        event(`response.output_item.${type}`, index * 2 + (type === 'added' ? 1 : 2), {
          output_index: index,
          item: each,
        })
      const items = [THOUGHT, look].flatMap((each, index) => [item('added', index, each), item('done', index, each)])
      const thinking = response([THOUGHT, look])
      const events = [CREATED, ...items, event('response.completed', 5, { response: thinking })]
      upstream.next(stream ? streams(events) : answersJson(thinking))
      const asked = { model: MODEL, input: 'hello', tools }
      const answer = await (await post(JSON.stringify({ ...asked, stream }))).text()
      expect((JSON.parse(lastBody()) as Json)['include']).to.deep.equal(['reasoning.encrypted_content'])
      expect(answer).to.not.contain('gAAAA')
      const id = /"id":"(resp_[^"]+)"/.exec(answer)?.[1] ?? ''
      const { output } = await client.responses.retrieve(id)
      expect(output.map(({ type }) => type)).to.deep.equal(['reasoning', 'function_call'])
      expect(output[0]).not.to.have.property('encrypted_content')

      const seen = { type: 'function_call_output', call_id: 'c1', output: 'a door' }
      const user = { role: 'user', content: 'and then?' }
      const references = output.map((each) => ({ type: 'item_reference', id: each.id }))
      const inputSent = async (input: readonly object[], more: object): Promise<readonly Json[]> => {
        upstream.next(answersJson(response([text('on')])))
        await post(JSON.stringify({ ...asked, input, ...more }))
        return (JSON.parse(lastBody()) as { input: readonly Json[] }).input
      }
      const continued = { previous_response_id: id }
      expect(await inputSent([seen], continued)).to.deep.include(THOUGHT)
      expect(await inputSent([user, ...references, seen], {})).to.deep.include(THOUGHT)
      const later = await inputSent([seen, user], continued)
      expect(later.map(({ type, role }) => role ?? type)).to.deep.equal([
        'user',
        'function_call',
        'function_call_output',
        'user',
      ])
    })
  }

  it('asks for no sealed thoughts where nothing is stored, or no tool could be called', async () => {
    const tools = [{ type: 'function', name: 'look', parameters: {} }]
    for (const more of [{ tools, store: false }, {}]) {
      upstream.next(answersJson(response([text('on')])))
      await post(JSON.stringify({ model: MODEL, input: 'hello', ...more }))
      expect(JSON.parse(lastBody()) as Json).not.to.have.property('include')
    }
  })

  it('names of its tools those alone that it leaves out', async () => {
    const look = { type: 'function', name: 'look', output_schema: { type: 'object' }, defer_loading: false }
    const group = { type: 'namespace', name: 'ns', description: 'A group.', tools: [look] }
    const search = { type: 'web_search', external_web_access: false }
    for (const [tools, ignored] of [
      [[look, group], null],
      [[look, search, group], 'tools.web_search'],
    ] as const) {
      upstream.next(answersJson(response([text('hi')])))
      const answer = await post(JSON.stringify({ model: MODEL, input: 'hello', tools }))
      expect([answer.status, answer.headers.get('x-gateway-ignored')]).to.deep.equal([200, ignored])
      expect((JSON.parse(lastBody()) as Json)['tools']).to.deep.equal([look, group])
    }
  })

  for (const stream of [false, true]) {
    it(`names a refused tool where its client declared it, behind namespaces${stream ? ', of a stream too' : ''}`, async () => {
      const look = (name: string) => ({ type: 'function', name, parameters: {} })
      const group = { type: 'namespace', name: 'ns', description: 'A group.', tools: [look('a'), look('b')] }
      const search = { type: 'web_search', external_web_access: false }
      const message = "Invalid 'tools[1].parameters': not a schema."
      const error = { type: 'invalid_request_error', code: 'invalid_value', param: 'tools[1].parameters', message }
      upstream.next(answersJson({ error }, 400))
      const tools = [search, group, look('c')]
      const refused = await post(JSON.stringify({ model: MODEL, input: 'hello', tools, stream }))
      const body = (await refused.json()) as { readonly error: Json }
      expect([refused.status, body.error['param']]).to.deep.equal([400, 'tools.2.parameters'])
      expect(body.error['message']).to.contain("'tools.2.parameters'")
    })
  }

  it('charges the same as the same call through chat', async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 30 },
      completion_tokens_details: { reasoning_tokens: 5 },
    }
    const choice = { index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }
    const chat = await charged(() => {
      upstream.next(answersJson({ id: 'c', object: 'chat.completion', model: 'm', choices: [choice], usage }))
      return client.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content: 'hello' }] })
    })
    const whole = await charged(() => {
      upstream.next(answersJson(response([THOUGHT, text('hi')])))
      return client.responses.create({ model: MODEL, input: 'hello' })
    })
    const streamed = await charged(() => {
      upstream.next(streams(PUBLISHED))
      return client.responses.stream({ model: MODEL, input: 'hello' }).finalResponse()
    })
    expect(chat).to.be.above(0)
    expect([whole, streamed]).to.deep.equal([chat, chat])
  })

  it('shows a request that the provider refuses without the thoughts, too, as the caller’s mistake, at no cost', async () => {
    const error = { message: 'The encrypted content could not be verified.', type: 'invalid_request_error' }
    const cost = await charged(async () => {
      upstream.next(answersJson({ error: { ...error, code: 'invalid_encrypted_content', param: null } }, 400))
      upstream.next(answersJson({ error: { ...error, message: 'No reasoning item.', param: 'input' } }, 400))
      const refused = await post(JSON.stringify({ model: MODEL, input: [{ role: 'user', content: 'a' }, THOUGHT] }))
      expect(refused.status).to.equal(400)
      const body = (await refused.json()) as { readonly error: Json }
      expect(body.error).to.include({ code: 'invalid_encrypted_content', message: error.message })
    })
    expect(cost).to.equal(0)
  })

  it('ends a stream that its provider refuses to continue with what was delivered, and stores that', async () => {
    const error = { code: 'content_policy_violation', message: 'blocked by content policy' }
    const refused = event('response.failed', 7, { response: response([], { status: 'failed', error }) })
    upstream.next(streams([...STREAM.slice(0, 3), ...STREAM.slice(4, 7), refused]))
    const streamed = await (await post(JSON.stringify({ model: MODEL, input: 'hello', stream: true }))).text()
    const last = JSON.parse(streamed.trimEnd().split('data: ').at(-1) ?? '') as { type: string; response: Json }
    expect(last.type).to.equal('response.incomplete')
    expect(last.response).to.deep.include({ created_at: 1, incomplete_details: { reason: 'content_filter' } })
    expect(Number((last.response['usage'] as Json)['cost'])).to.be.above(0)
    const stored = await client.responses.retrieve(String(last.response['id']))
    expect([stored.output_text, stored.output.length]).to.deep.equal(['hi', 2])
    expect(stored.output).to.deep.equal(last.response['output'])
  })

  it('ends a stream that breaks with `response.failed`, numbered on, at no cost', async () => {
    const cost = await charged(async () => {
      upstream.next(streamsThenBreaks([CREATED, DELTA]))
      const streamed = await (await post(JSON.stringify({ model: MODEL, input: 'hello', stream: true }))).text()
      expect(streamed).to.contain('"delta":"hi","obfuscation":"xyz"')
      const frames = streamed.trimEnd().split('\n\n')
      const last = JSON.parse(frames.at(-1)?.split('data: ')[1] ?? '') as Json
      expect(last['type']).to.equal('response.failed')
      expect(last['sequence_number']).to.equal(2)
    })
    expect(cost).to.equal(0)
  })
})
