import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { microOf, outcomeOf, sandboxPriceMicro } from '../../support/chat/chat-outcome.ts'
import type { ChatOutcome } from '../../support/chat/chat-outcome.ts'
import { chat } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { Script } from '../../support/upstreams/scripted-upstream.ts'
import {
  answersJson,
  chunk,
  completion,
  DONE,
  frame,
  gated,
  hangs,
  resets,
  streams,
  streamsThenBreaks,
  streamsThenHangs,
  usage,
  usageChunk,
} from '../../support/upstreams/upstream-scripts.ts'

const ROLE = frame(chunk({ role: 'assistant', content: '' }))
const wordsOf = (texts: readonly string[]): readonly string[] => texts.map((content) => frame(chunk({ content })))
const THREE = [ROLE, ...wordsOf(['one', ' two', ' three'])]
const MANY = [...Array.from({ length: 29 }, () => ' word'), ' end']
const ERROR_TEXT = 'something went terribly wrong and here is a long story about it '.repeat(20)
const ERROR_FRAME = frame({ error: { message: ERROR_TEXT, type: 'server_error', code: null } })

const later =
  (delayMs: number, script: Script): Script =>
  async (response, request) => {
    await wait(delayMs)
    await script(response, request)
  }

/** Speaks once its client has got what comes in a silence. */
const silence = gated(streams([...THREE, frame(chunk({}, 'stop')), frame(usageChunk(usage(3, 3))), DONE]))

/** What the provider does, by model. */
const MODELS: Readonly<Record<string, Script>> = {
  pauses: streamsThenHangs(THREE),
  overflows: streamsThenHangs([ROLE, ...wordsOf(Array.from({ length: 200 }, () => ' word')), ...wordsOf([' end'])]),
  hangs: hangs(),
  'speaks-late': later(400, streamsThenHangs(THREE)),
  'fails-late': later(400, answersJson({ error: { message: 'no' } }, 500)),
  thinks: streams([...THREE, ...wordsOf(MANY), frame(chunk({}, 'stop')), frame(usageChunk(usage(3, 333))), DONE], 10),
  slow: later(400, answersJson(completion({ content: 'late answer' }))),
  trickles: streams([...THREE, ...wordsOf(MANY), frame(chunk({}, 'stop')), frame(usageChunk(usage(3, 33))), DONE], 10),
  breaks: streamsThenBreaks(THREE),
  'ends-early': streams(THREE),
  'no-done': streams([...THREE, frame(usageChunk(usage(3, 3)))]),
  'error-frame': streams([...THREE, ERROR_FRAME, DONE]),
  'error-status': answersJson({ error: { message: ERROR_TEXT } }, 500),
  resets: resets(),
  uncounted: streams([...THREE, frame(chunk({}, 'stop')), DONE]),
  silent: silence.script,
}

const ROUBLES = '100'
const ROUBLES_MICRO = 100_000_000n

describe('when a client disconnects during a call', () => {
  let scripted: ScriptedWorld
  let silent: { readonly customer: Customer; readonly answer: Promise<ChatOutcome> }

  const start = (
    { apiKey }: Customer,
    model: string,
    more: Readonly<Record<string, unknown>> = {},
    signal?: AbortSignal,
  ): Promise<Response> => {
    const messages = [{ role: 'user', content: 'hello there' }]
    return chat(scripted.gateway.url, apiKey, { model: `scripted/${model}`, messages, ...more }, signal)
  }
  const STREAM = { stream: true, stream_options: { include_usage: true } }

  const newCustomer = (): Promise<Customer> => scripted.world.customer(scripted.gateway.url, ROUBLES)
  const heldBy = async (customer: Customer): Promise<bigint> => microOf((await customer.balance()).held)

  /** What a customer was charged in sum, once nothing is held any more. */
  const chargedTo = async (customer: Customer): Promise<bigint> => {
    await eventually(async () => (await heldBy(customer)) === 0n)
    return ROUBLES_MICRO - microOf((await customer.balance()).balance)
  }

  /** Runs `act` and checks that one more response is abandoned upstream within a second of it. */
  const expectCancelled = async (act: () => unknown): Promise<void> => {
    const before = scripted.upstream.abandoned()
    await act()
    await eventually(() => scripted.upstream.abandoned() === before + 1)
  }

  const asksOf = (model: string): number =>
    scripted.upstream.requests.filter(({ body }) => body['model'] === model).length

  /** Reads a stream until `text` was delivered, then disconnects. Returns the amount that was held during that time. */
  const leaveAfter = async (
    customer: Customer,
    model: string,
    text: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<bigint> => {
    const leaving = new AbortController()
    const response = await start(customer, model, { ...STREAM, ...more }, leaving.signal)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let seen = ''; !seen.includes(text); seen += (await reader?.read())?.value ?? '');
    const held = await heldBy(customer)
    await expectCancelled(() => leaving.abort())
    return held
  }

  before(async () => {
    scripted = await startScriptedWorld(Object.keys(MODELS), { thinks: { hidden_reasoning: true } })
    for (const [model, script] of Object.entries(MODELS)) scripted.upstream.onModel(model, script)
    const customer = await newCustomer()
    const heard = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        controller.enqueue(bytes)
        silence.open()
      },
    })
    const answer = start(customer, 'silent', STREAM).then(
      (response) => new Response(response.body?.pipeThrough(heard) ?? null, response),
    )
    silent = { customer, answer: outcomeOf(answer) }
  })
  after(() => scripted.remove())

  it('cancels the upstream call within a second of the disconnect and charges what was delivered', async () => {
    const customer = await newCustomer()
    const held = await leaveAfter(customer, 'pauses', 'three')
    const charged = await chargedTo(customer)
    // Two words in and three out, or some tokens more; the hold is for a thousand out.
    expect(charged >= 7_000n && charged <= 20_000n, String(charged)).to.equal(true)
    expect(charged < held).to.equal(true)
  })

  it('never charges a disconnected client more than was held, whatever the upstream delivered', async () => {
    const customer = await newCustomer()
    const held = await leaveAfter(customer, 'overflows', ' end', { max_tokens: 2 })
    expect(await chargedTo(customer)).to.equal(held)
  })

  /** Asks a model and disconnects as soon as the model works. */
  const leaveAtOnce = async (customer: Customer, model: string): Promise<void> => {
    const leaving = new AbortController()
    const asked = asksOf(model)
    const gone = outcomeOf(start(customer, model, STREAM, leaving.signal))
    await eventually(() => asksOf(model) === asked + 1)
    leaving.abort()
    expect((await gone).body).to.not.include('content":"o')
  }

  it("waits for the provider's first word after a disconnect, charges the prompt and cancels", async () => {
    const customer = await newCustomer()
    await expectCancelled(() => leaveAtOnce(customer, 'speaks-late'))
    // "user", "hello" and "there".
    expect(await chargedTo(customer)).to.equal(3_000n)
  })

  it('charges nothing when the provider fails after the disconnect', async () => {
    const customer = await newCustomer()
    await leaveAtOnce(customer, 'fails-late')
    expect(await chargedTo(customer)).to.equal(0n)
  })

  it('does not cancel a provider that hides output, and charges its count, at any moment of the disconnect', async () => {
    const abandoned = scripted.upstream.abandoned()
    const [early, late] = await Promise.all([newCustomer(), newCustomer()])
    await leaveAtOnce(early, 'thinks')
    expect(await chargedTo(early)).to.equal(669_000n)
    const leaving = new AbortController()
    const response = await start(late, 'thinks', STREAM, leaving.signal)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let seen = ''; !seen.includes('three'); seen += (await reader?.read())?.value ?? '');
    leaving.abort()
    expect(await chargedTo(late)).to.equal(669_000n)
    expect(scripted.upstream.abandoned()).to.equal(abandoned)
  })

  it('runs a plain call to its end and charges it although its client has disconnected', async () => {
    const customer = await newCustomer()
    const leaving = new AbortController()
    const abandoned = scripted.upstream.abandoned()
    const gone = outcomeOf(start(customer, 'slow', {}, leaving.signal))
    await eventually(() => asksOf('slow') === 1)
    leaving.abort()
    expect((await gone).status).to.equal(0)
    await eventually(async () => (await customer.transactions()).some(({ type }) => type === 'charge'))
    // The provider's usage: 3 in, 2 out.
    expect(await chargedTo(customer)).to.equal(7_000n)
    expect(scripted.upstream.abandoned()).to.equal(abandoned)
  })

  /** Asks for a stream and leaves after so many words, at once for none. */
  const leaveAfterWords = async (customer: Customer, words: number): Promise<ChatOutcome> => {
    const leaving = new AbortController()
    const answer = start(customer, 'trickles', STREAM, leaving.signal)
    if (words === 0) leaving.abort()
    let seen = 0
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        controller.enqueue(bytes)
        seen += Buffer.from(bytes).toString('latin1').split('"content":"').length - 1
        if (seen >= words) leaving.abort()
      },
    })
    return outcomeOf(answer.then((response) => new Response(response.body?.pipeThrough(counting) ?? null, response)))
  }

  it('survives forty clients that disconnect at any moment: every hold ends, none pays more than the whole answer', async () => {
    const customer = await newCustomer()
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => leaveAfterWords(customer, index)))
    const charged = await chargedTo(customer)
    const charges = (await customer.transactions()).filter(({ type }) => type === 'charge')
    const delivered = outcomes.filter(({ content }) => content !== '')
    const paid = new Set(charges.map(({ reference }) => reference.id))
    expect(delivered.length).to.be.above(5)
    expect(
      delivered.every(({ operationId }) => paid.has(operationId)),
      'delivered, so charged',
    ).to.equal(true)
    // What all of it costs by the provider's count.
    expect(charges.every(({ amount }) => -microOf(amount) <= 69_000n)).to.equal(true)
    expect(charges.reduce((sum, { amount }) => sum - microOf(amount), 0n)).to.equal(charged)
  })

  for (const model of ['breaks', 'ends-early', 'no-done', 'error-frame']) {
    it(`ends a stream that failed upstream with an error and charges nothing: ${model}`, async () => {
      const customer = await newCustomer()
      const answer = await outcomeOf(start(customer, model, STREAM))
      expect(answer).to.include({ status: 200, content: 'one two three', errorCode: 'upstream_error', whole: false })
      expect(answer.body).to.not.include('[DONE]')
      expect(await chargedTo(customer)).to.equal(0n)
    })
  }

  for (const model of ['error-status', 'resets']) {
    for (const more of [STREAM, {}]) {
      it(`answers 502 and charges nothing when the upstream fails at once: ${model}, ${JSON.stringify(more)}`, async () => {
        const customer = await newCustomer()
        const answer = await outcomeOf(start(customer, model, more))
        expect(answer).to.include({ status: 502, errorCode: 'upstream_error' })
        expect(await chargedTo(customer)).to.equal(0n)
      })
    }
  }

  it("charges by the gateway's own count, which the client gets as usage, when the upstream reports none", async () => {
    const customer = await newCustomer()
    const answer = await outcomeOf(start(customer, 'uncounted', STREAM))
    expect(answer.whole).to.equal(true)
    expect(answer.usage).to.include({ completion_tokens: 3 })
    const reportedCost = answer.usage === null ? 0n : sandboxPriceMicro(answer.usage)
    expect(await chargedTo(customer)).to.equal(reportedCost)
  })

  it('sends pings while the upstream is silent', async () => {
    const answer = await silent.answer
    expect(answer.body).to.match(/^: ping\n\n/)
    expect(answer).to.include({ status: 200, content: 'one two three', whole: true })
    expect(await chargedTo(silent.customer)).to.equal(9_000n)
  })

  it('has a clean ledger after all that', async () => {
    expect(await scripted.world.audit()).to.include({ exit: 0, stderr: '' })
  })
})
