import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { balanceAtRest, chat } from '../../support/accounts/customer.ts'
import type { Balance, Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import {
  checkResponse,
  checkStream,
  eventsOf,
  finalResponse,
  shapeOf,
} from '../../support/responses/response-events.ts'
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

const TEXT = ['one', ' two', ' three'].map((content) => frame(chunk({ content })))
const REFUSAL = ['I ', 'cannot.'].map((refusal) => frame(chunk({ refusal })))
const ended = (reason: string): readonly string[] => [frame(chunk({}, reason)), frame(usageChunk(usage(3, 33))), DONE]

/** Answers at once where it is not asked for a stream. */
const asAsked: Script = (response, request) =>
  request.body['stream'] === true
    ? streams([...TEXT, ...ended('stop')])(response, request)
    : answersJson(completion({ content: 'one two three' }, { usage: usage(3, 33) }))(response, request)

const MODELS: Readonly<Record<string, Script>> = {
  answers: asAsked,
  'answers-slowly': streams([...TEXT, ...TEXT, ...TEXT, ...TEXT, ...ended('stop')], 40),
  'is-cut-short': streams([...TEXT, ...ended('length')]),
  refuses: streams([...REFUSAL, ...ended('stop')]),
  breaks: streamsThenBreaks(TEXT),
  pauses: streamsThenHangs(TEXT),
}

type Body = Readonly<Record<string, unknown>>

describe('the price of a response', () => {
  let scripted: ScriptedWorld
  let customer: Customer
  /** What the customer had, and how often money had moved, before the test. */
  let atRest: Balance
  let earlier: number

  before(async () => {
    scripted = await startScriptedWorld(Object.keys(MODELS))
    for (const [model, script] of Object.entries(MODELS)) scripted.upstream.onModel(model, script)
    customer = await scripted.world.customer(scripted.gateway.url, '100')
  })
  after(() => scripted.remove())
  beforeEach(async () => {
    atRest = await balanceAtRest(customer)
    earlier = (await customer.transactions()).length
  })

  const ask = (
    body: Body,
    { key, signal }: { readonly key?: string; readonly signal?: AbortSignal } = {},
  ): Promise<Response> =>
    fetch(`${scripted.gateway.url}/v1/responses`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${customer.apiKey}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify({ model: 'scripted/answers', input: 'hello there', ...body }),
      ...(signal === undefined ? {} : { signal }),
    })

  const receiptOf = async (id: string): Promise<Body> => {
    const headers = { authorization: `Bearer ${customer.apiKey}` }
    const response = await fetch(`${scripted.gateway.url}/v1/usage/${id}`, { headers })
    return (await response.json()) as Body
  }

  const charges = async (): Promise<readonly string[]> => {
    await balanceAtRest(customer)
    const transactions = await customer.transactions()
    return transactions.slice(0, transactions.length - earlier).map(({ amount }) => amount)
  }

  for (const stream of [false, true]) {
    it(`is that of the same chat, to the micro-rouble${stream ? ', streamed' : ''}`, async () => {
      const messages = [{ role: 'user', content: 'hello there' }]
      await (await chat(scripted.gateway.url, customer.apiKey, { model: 'scripted/answers', messages, stream })).text()
      const text = await (await ask({ stream })).text()
      const response = stream ? finalResponse(checkStream(text)) : checkResponse(JSON.parse(text))
      const [one, other, ...more] = await charges()
      expect(one).to.equal(other)
      expect(more).to.deep.equal([])
      expect(response.usage).to.include({ input_tokens: 3, output_tokens: 33, total_tokens: 36 })
      expect(`-${String(response.usage['cost'])}`).to.equal(one)
      const receipt = await receiptOf(response.id)
      expect(receipt).to.include({ status: 'charged', model: 'scripted/answers', charge: one?.slice(1) })
    })
  }

  it('is nothing where the stream breaks, which it says in band', async () => {
    const events = checkStream(await (await ask({ model: 'scripted/breaks', stream: true })).text())
    expect(events.at(-1)?.type).to.equal('response.failed')
    expect(await charges()).to.deep.equal([])
  })

  it('is that of the output where a limit ends it', async () => {
    const events = checkStream(await (await ask({ model: 'scripted/is-cut-short', stream: true })).text())
    expect(finalResponse(events)).to.deep.include({ incomplete_details: { reason: 'max_output_tokens' } })
    expect(await charges()).to.have.length(1)
  })

  it('is nothing where the provider refuses without output', async () => {
    const events = checkStream(await (await ask({ model: 'scripted/refuses', stream: true })).text())
    expect(shapeOf(events)).to.include.members(['refusal.delta', 'refusal.done'])
    expect(finalResponse(events).usage['cost']).to.equal(0)
    expect(await charges()).to.deep.equal([])
  })

  it('is that of what was delivered where the client leaves, never more than was held', async () => {
    const gone = new AbortController()
    const response = await ask({ model: 'scripted/pauses', stream: true }, { signal: gone.signal })
    let text = ''
    for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(bytes)
      if (text.includes(' three')) break
    }
    gone.abort()
    const [charge, ...more] = await charges()
    expect(more).to.deep.equal([])
    const receipt = await receiptOf(response.headers.get('x-gateway-operation-id') ?? '')
    expect(receipt).to.include({ status: 'charged', charge: charge?.slice(1) })
    expect(Number(receipt['charge'])).to.be.at.most(Number(receipt['hold']))
  })

  it('cases 18 and 20: is nothing, and nothing is held, where the request is refused', async () => {
    const UNSUPPORTED = 'unsupported_parameter'
    for (const [body, param, code] of [
      [{ previous_response_id: 'resp_1' }, 'previous_response_id', 'previous_response_not_found'],
      [{ input: [{ type: 'function_call_output', call_id: 'x', output: 'y' }] }, 'input.0.call_id', UNSUPPORTED],
      [{ tools: [{ type: 'web_search' }] }, 'tools.0.type', UNSUPPORTED],
    ] as const) {
      const response = await ask(body)
      const { error } = (await response.json()) as { error: Body }
      expect([response.status, error['code'], error['param']]).to.deep.equal([400, code, param])
    }
    const wrong = await ask({ input: [{ role: 'user' }] })
    const { error } = (await wrong.json()) as { error: Body }
    expect([wrong.status, error['code'], error['param']]).to.deep.equal([422, 'validation_error', 'input.0.content'])
    expect(await customer.balance()).to.deep.equal(atRest)
    expect(await charges()).to.deep.equal([])
  })

  it('is refused with 402 where the balance does not cover it', async () => {
    const response = await ask({ max_output_tokens: 1_000, input: 'word '.repeat(100_000) })
    const { error } = (await response.json()) as { error: Body }
    expect([response.status, error['code']]).to.deep.equal([402, 'insufficient_balance'])
  })

  for (const stream of [false, true]) {
    it(`is charged once for a request that is repeated under its key${stream ? ', streamed' : ''}`, async () => {
      const key = randomUUID()
      const first = await ask({ stream }, { key })
      const text = await first.text()
      const again = await ask({ stream }, { key })
      expect(await again.text()).to.equal(text)
      expect(again.headers.get('idempotency-replayed')).to.equal('true')
      expect(again.headers.get('content-type')).to.equal(first.headers.get('content-type'))
      expect(await charges()).to.have.length(1)
      const other = await ask({ stream, input: 'something else' }, { key })
      expect(other.status).to.equal(422)
    })
  }

  it('is charged once where the client left, and the replay ends as an error', async () => {
    const key = randomUUID()
    const gone = new AbortController()
    const body = { model: 'scripted/answers-slowly', stream: true }
    const reader = (await ask(body, { key, signal: gone.signal })).body?.getReader()
    await reader?.read()
    await reader?.read()
    gone.abort()
    let replay = ''
    await eventually(async () => {
      const response = await ask(body, { key })
      replay = await response.text()
      return response.status === 200
    })
    const events = eventsOf(replay)
    expect(events.at(-1)).to.deep.include({ type: 'error', code: 'stream_left' })
    expect(events.map((event) => event['sequence_number'])).to.deep.equal(events.map((_, index) => index))
    expect(events.map(({ type }) => type)).not.to.include('response.completed')
    expect(await charges()).to.have.length(1)
  })
})
