import { expect } from 'chai'
import { balanceAtRest } from '../../support/accounts/customer.ts'
import type { Balance, Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { Script } from '../../support/upstreams/scripted-upstream.ts'
import { EXACT_HOLDS } from '../../support/gateway-worlds.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import { answersJson, gated, hangs, resets } from '../../support/upstreams/upstream-scripts.ts'

const answers = (vectors: readonly unknown[], indexOf: (position: number) => number = (at) => at): Script =>
  answersJson({
    object: 'list',
    data: vectors.map((embedding, at) => ({ object: 'embedding', index: indexOf(at), embedding })),
    model: 'm',
    usage: { prompt_tokens: 7, total_tokens: 7 },
  })

/** Of the seven tokens that an answer reports, in micro-roubles. */
const CHARGE = 7_000

const error = (status: number, message: string, code: string): Script =>
  answersJson({ error: { message, code } }, status)

/** What the first provider of each model does. Each is asked for two vectors of two dimensions. */
const FIRST: Readonly<Record<string, Script>> = {
  answers: answers([
    [1, 0],
    [0, 1],
  ]),
  reordered: answers(
    [
      [0, 1],
      [1, 0],
    ],
    (at) => 1 - at,
  ),
  twice: answers(
    [
      [1, 0],
      [0, 1],
    ],
    () => 0,
  ),
  fewer: answers([[1, 0]]),
  'not-a-number': answers([
    [1, 0],
    [0, null],
  ]),
  shorter: answers([[1], [0]]),
  'bad-base64': answers(['AACAPw==', '????']),
  resets: resets(),
  hangs: hangs(),
  'bad-key': error(401, 'Incorrect API key provided', 'invalid_api_key'),
  broken: error(500, 'Something broke', 'server_error'),
  rejects: error(400, 'The input of this organisation is odd', 'invalid_input'),
}

describe('when an upstream of embeddings fails', () => {
  let scripted: ScriptedWorld
  let customer: Customer
  let microAtStart: number

  before(async () => {
    const fields = Object.fromEntries(
      Object.keys(FIRST).map((model) => [
        model,
        {
          kind: 'embedding',
          limits: {},
          deployments: [
            { provider: 'scripted', model },
            { provider: 'second', model: 'second' },
          ],
          tariff: { unit: 'tokens', input_per_million: '1000' },
        },
      ]),
    )
    scripted = await startScriptedWorld(Object.keys(FIRST), fields, { UPSTREAM_TIMEOUT_MS: '3000', ...EXACT_HOLDS })
    for (const [model, script] of Object.entries(FIRST)) scripted.upstream.onModel(model, script)
    scripted.upstream.onModel('second', FIRST['answers'] as Script)
    customer = await scripted.world.customer(scripted.gateway.url, '100')
  })
  after(() => scripted.remove())
  beforeEach(async () => {
    microAtStart = await microAtRest()
  })

  const ask = (
    model: string,
    over: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal } = {},
  ): Promise<Response> =>
    fetch(`${scripted.gateway.url}/v1/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}`, ...over.headers },
      body: JSON.stringify({ model: `scripted/${model}`, input: ['one', 'two'], dimensions: 2 }),
      ...(over.signal === undefined ? {} : { signal: over.signal }),
    })
  const microOf = ({ balance }: Balance): number => Math.round(Number(balance) * 1_000_000)
  const microAtRest = async (): Promise<number> => microOf(await balanceAtRest(customer))
  /** Micro-roubles that the test has cost so far, once nothing is held. */
  const charged = async (): Promise<number> => microAtStart - (await microAtRest())
  const codeOf = async (response: Response): Promise<string> =>
    ((await response.json()) as { readonly error: { readonly code: string } }).error.code
  const callsOf = (model: string): number =>
    scripted.upstream.requests.filter(({ body }) => body['model'] === model).length

  for (const model of ['answers', 'reordered']) {
    it(`gives the vectors in the order of the inputs, and charges the provider's tokens, where the upstream ${model}`, async () => {
      const response = await ask(model)
      const { data } = (await response.json()) as { readonly data: readonly { readonly embedding: unknown }[] }
      expect(data.map(({ embedding }) => embedding)).to.deep.equal([
        [1, 0],
        [0, 1],
      ])
      expect(await charged()).to.equal(CHARGE)
    })
  }

  const failing: readonly (readonly [string, number, string])[] = [
    ['fewer', 502, 'upstream_error'],
    ['twice', 502, 'upstream_error'],
    ['not-a-number', 502, 'upstream_error'],
    ['shorter', 502, 'upstream_error'],
    ['bad-base64', 502, 'upstream_error'],
    ['resets', 502, 'upstream_error'],
    ['hangs', 502, 'upstream_timeout'],
    ['rejects', 400, 'rejected_by_upstream'],
  ]
  for (const [model, status, code] of failing) {
    it(`answers ${code} and charges nothing where the upstream ${model}`, async () => {
      const second = callsOf('second')
      const response = await ask(model)
      expect([response.status, await codeOf(response)]).to.deep.equal([status, code])
      expect(response.headers.get('x-gateway-operation-id')).to.match(/^[0-9a-f-]{36}$/)
      expect(await charged()).to.equal(0)
      expect(callsOf('second')).to.equal(second)
    })
  }

  for (const model of ['bad-key', 'broken']) {
    it(`asks the next provider after ${model}, and charges once`, async () => {
      expect((await ask(model)).status).to.equal(200)
      expect(await charged()).to.equal(CHARGE)
    })
  }

  it('ends and charges the call of a client that left, which reads the answer by its Idempotency-Key', async () => {
    const gate = gated(FIRST['answers'] as Script)
    scripted.upstream.next(gate.script)
    const before = callsOf('answers')
    const headers = { 'idempotency-key': 'a-client-that-leaves' }
    const leaving = new AbortController()
    const left = ask('answers', { headers, signal: leaving.signal }).then(
      () => 'answered',
      () => 'left',
    )
    await eventually(() => callsOf('answers') === before + 1)
    leaving.abort()
    expect(await left).to.equal('left')
    gate.open()
    await eventually(async () => microOf(await customer.balance()) === microAtStart - CHARGE)
    const again = await ask('answers', { headers })
    expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([200, 'true'])
    expect(await charged()).to.equal(CHARGE)
    expect(callsOf('answers')).to.equal(before + 1)
  })

  it('charges nothing where no upstream is there, and says that the call can be repeated', async () => {
    await scripted.upstream.close()
    const response = await ask('answers')
    expect([response.status, await codeOf(response)]).to.deep.equal([502, 'upstream_error'])
    expect(response.headers.get('x-should-retry')).to.equal(null)
    expect(await charged()).to.equal(0)
  })

  it('leaves a clean ledger', async () => {
    expect(await scripted.world.audit()).to.include({ exit: 0 })
  })
})
