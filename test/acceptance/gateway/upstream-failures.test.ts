import { expect } from 'chai'
import { chat } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { Script } from '../../support/upstreams/scripted-upstream.ts'
import {
  answersJson,
  chunk,
  frame,
  resets,
  streams,
  streamsThenBreaks,
} from '../../support/upstreams/upstream-scripts.ts'

const ROLE = frame(chunk({ role: 'assistant', content: '' }))
const WORD = frame(chunk({ content: 'one' }))

const error = (status: number, message: string, more: Readonly<Record<string, unknown>> = {}): Script =>
  answersJson({ error: { message, type: 'invalid_request_error', ...more } }, status)

const LEAKING = 'bad: header Authorization: Bearer sk-fake-openai at http://127.0.0.1:9/v1 of org-Ab12Cd34Ef is odd'

/** What the first provider of each model does. */
const FIRST: Readonly<Record<string, Script>> = {
  'bad-key': error(401, 'Incorrect API key provided', { code: 'invalid_api_key' }),
  forbidden: error(403, 'Your account is not allowed to use this model'),
  'unknown-model': error(404, 'The model `x` does not exist', { code: 'model_not_found' }),
  limited: answersJson({ error: { message: 'slow down' } }, 429, { 'retry-after': '600' }),
  'breaks-early': streamsThenBreaks([ROLE]),
  'ends-early': streams([ROLE]),
  'breaks-late': streamsThenBreaks([ROLE, WORD]),
  resets: resets(),
  refuses: error(403, 'Your prompt was flagged by our safety system'),
  rejects: error(400, LEAKING, { param: 'temperature', code: 'Client specified an invalid argument' }),
  'too-long': error(400, "This model's maximum context length is 8 tokens."),
}

describe('when an upstream fails', () => {
  let scripted: ScriptedWorld
  let customer: Customer

  before(async () => {
    const models = Object.keys(FIRST)
    const deploymentsOf = (model: string) => [
      { provider: 'scripted', model },
      { provider: 'second', model: 'second' },
    ]
    const fields = Object.fromEntries(models.map((model) => [model, { deployments: deploymentsOf(model) }]))
    scripted = await startScriptedWorld(models, fields)
    for (const [model, script] of Object.entries(FIRST)) scripted.upstream.onModel(model, script)
    customer = await scripted.world.customer(scripted.gateway.url, '100')
  })
  after(() => scripted.remove())

  /** Each call begins a conversation of its own: the calls of one would stay with the provider that answered. */
  let conversations = 0
  const ask = (model: string, stream = false): Promise<Response> => {
    const messages = [{ role: 'user', content: `hello there ${(conversations += 1)}` }]
    return chat(scripted.gateway.url, customer.apiKey, { model: `scripted/${model}`, messages, stream })
  }
  const errorOf = async (response: Response): Promise<Record<string, unknown>> =>
    ((await response.json()) as { error: Record<string, unknown> }).error
  const secondCalls = (): number => scripted.upstream.requests.filter(({ body }) => body['model'] === 'second').length

  const goesOn: readonly (readonly [string, boolean])[] = [
    ['bad-key', false],
    ['forbidden', false],
    ['unknown-model', false],
    ['limited', false],
    ['bad-key', true],
    ['breaks-early', true],
    ['ends-early', true],
    ['resets', true],
  ]
  for (const [model, stream] of goesOn) {
    it(`asks the next provider after ${model}${stream ? ', streamed' : ''}`, async () => {
      const response = await ask(model, stream)
      expect(response.status).to.equal(200)
      expect(await response.text()).to.include('hello')
    })
  }

  it('asks no other provider where the work may have been done, or the content is refused', async () => {
    const before = secondCalls()
    const broken = await ask('breaks-late', true)
    expect(await broken.text()).to.include('upstream_error')
    const reset = await ask('resets')
    expect([reset.status, reset.headers.get('x-should-retry')]).to.deep.equal([502, 'false'])
    const refused = await ask('refuses')
    expect(refused.status).to.equal(200)
    expect(await refused.text()).to.include('content_filter')
    expect(secondCalls()).to.equal(before)
  })

  it('shows a rejection without keys, accounts or addresses of the operator, under a code of the gateway', async () => {
    const rejected = await ask('rejects')
    expect(rejected.status).to.equal(400)
    const { message, code, param } = await errorOf(rejected)
    expect({ code, param }).to.deep.equal({ code: 'rejected_by_upstream', param: 'temperature' })
    expect(message).to.equal('bad: header Authorization: Bearer [redacted] at [address] of [redacted] is odd')
    expect(await errorOf(await ask('too-long'))).to.include({ code: 'context_length_exceeded' })
  })

  it('passes on the Retry-After of a provider that limits its calls', async () => {
    scripted.upstream.next(FIRST['limited'] as Script, FIRST['limited'] as Script)
    const limited = await ask('limited')
    expect(await errorOf(limited)).to.include({ code: 'upstream_rate_limited' })
    expect([limited.status, limited.headers.get('retry-after')]).to.deep.equal([502, '60'])
  })

  it('leaves a clean ledger', async () => {
    await eventually(async () => (await customer.balance()).held === '0.00')
    expect(await scripted.world.audit()).to.include({ exit: 0 })
  })
})
