import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { Script } from '../../support/upstreams/scripted-upstream.ts'
import { answersJson, streams } from '../../support/upstreams/upstream-scripts.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'

type Json = Readonly<Record<string, unknown>>

const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }

const thoughtOf = (seal: string): Json => ({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: seal })

const text: Json = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'hi', annotations: [], logprobs: [] }],
}

const response = (output: readonly Json[]): Json => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'm',
  status: 'completed',
  error: null,
  incomplete_details: null,
  output,
  usage,
})

const unreadable = answersJson(
  {
    error: {
      message: 'The encrypted content gAAA...A== could not be verified.',
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_encrypted_content',
    },
  },
  400,
)

const overloaded = answersJson({ error: { message: 'overloaded', type: 'server_error', code: null } }, 503)

/** A provider with two keys: what was sealed under one of them, the other cannot open. */
describe('Thoughts that one of two keys has sealed', () => {
  let scripted: ScriptedWorld
  let customer: Customer

  before(async () => {
    const deployments = ['scripted', 'second'].map((provider) => ({ provider, model: provider }))
    scripted = await startScriptedWorld(['twin'], { twin: { deployments } }, {}, 'openai')
    customer = await scripted.world.customer(scripted.gateway.url, '100')
  })
  after(() => scripted.remove())

  const isSealed = ({ type }: Json): boolean => type === 'reasoning'

  /** What one turn came to: which keys were asked with which seals, why, and what was left out. */
  const turn = async (input: readonly Json[], scripts: readonly Script[], more: Json = {}) => {
    const from = scripted.upstream.requests.length
    scripted.upstream.next(...scripts)
    const authorization = `Bearer ${customer.apiKey}`
    const answer = await fetch(`${scripted.gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({
        model: 'scripted/twin',
        input: [{ role: 'user', content: 'hello' }, ...input, { role: 'user', content: 'on' }],
        include: ['reasoning.encrypted_content'],
        max_output_tokens: 9,
        store: false,
        // No turn finds its conversation by another name: nothing but the seal says where it belongs.
        prompt_cache_key: randomUUID(),
        ...more,
      }),
    })
    const body = await answer.text()
    expect(answer.status, body).to.equal(200)
    await eventually(async () => (await customer.balance()).held === '0.00')
    const id = answer.headers.get('x-gateway-operation-id') ?? ''
    const receipt = await fetch(`${scripted.gateway.url}/v1/usage/${id}`, { headers: { authorization } })
    const { attempts } = (await receipt.json()) as { readonly attempts: readonly { readonly chosen_by: string }[] }
    return {
      body,
      asked: scripted.upstream.requests.slice(from).map(({ body: sent }) => {
        const seals = (sent['input'] as readonly Json[]).filter(isSealed).map((item) => item['encrypted_content'])
        return `${String(sent['model'])} ${seals.join()}`.trim()
      }),
      why: attempts.map(({ chosen_by: why }) => why),
      ignored: answer.headers.get('x-gateway-ignored'),
    }
  }

  /** The item that the client gets of a thought that the second key sealed, because the first one was away. */
  const sealedBySecond = async (): Promise<Json> => {
    const { body } = await turn([], [overloaded, answersJson(response([thoughtOf('gAAAA-second'), text]))])
    return (JSON.parse(body) as { output: readonly Json[] }).output[0] ?? {}
  }

  it('go back to that key, whatever the order of the catalogue and the name of the conversation', async () => {
    const thought = await sealedBySecond()
    const next = await turn([thought, text], [answersJson(response([text]))])
    expect(next.asked).to.deep.equal(['second gAAAA-second'])
    expect(next.why).to.deep.equal(['sealed_thoughts'])
    expect(next.ignored).to.equal(null)
  })

  for (const stream of [false, true]) {
    it(`are left out where that key is away: the other is asked once, and the answer names them${stream ? ', of a stream too' : ''}`, async () => {
      const thought = await sealedBySecond()
      const done = { type: 'response.completed', sequence_number: 1, response: response([text]) }
      const delta = { type: 'response.output_text.delta', sequence_number: 0, item_id: 'msg_1', delta: 'hi' }
      const events = [delta, done].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      const answering = stream ? streams(events) : answersJson(response([text]))
      const next = await turn([thought, text], [overloaded, answering], { stream })
      expect(next.asked).to.deep.equal(['second gAAAA-second', 'scripted'])
      expect(next.why).to.deep.equal(['sealed_thoughts', 'failover'])
      expect(next.ignored).to.equal('input.reasoning')
      expect(next.body).to.contain('hi')
    })
  }

  it('are left out where their key cannot read them any more: it is asked once more without them', async () => {
    const thought = await sealedBySecond()
    const next = await turn([thought, text], [unreadable, answersJson(response([text]))])
    expect(next.asked).to.deep.equal(['second gAAAA-second', 'second'])
    expect(next.why).to.deep.equal(['sealed_thoughts', 'without_thoughts'])
    expect(next.ignored).to.equal('input.reasoning')
  })

  it('are given to the first key where nothing says whose they are', async () => {
    const next = await turn([thoughtOf('gAAAA-unknown'), text], [unreadable, answersJson(response([text]))])
    expect(next.asked).to.deep.equal(['scripted gAAAA-unknown', 'scripted'])
    expect(next.ignored).to.equal('input.reasoning')
  })
})
