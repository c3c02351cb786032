import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { expect } from 'chai'
import OpenAI, { NotFoundError } from 'openai'
import { sealReasoning } from '../../../src/adapters/http/openai/response-input/reasoning-seal.ts'
import { balanceAtRest, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { openWorld, QUICK_GIVE_BACK } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { checkResponse, checkStream, finalResponse, shapeOf } from '../../support/responses/response-events.ts'

describe('Responses', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer
  let client: OpenAI

  before(async () => {
    world = await openWorld()
    gateway = await world.serve(QUICK_GIVE_BACK)
    customer = await makeCustomer(gateway.url, '1000')
    client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  })
  after(() => world.remove())

  const ask = (body: Readonly<Record<string, unknown>>): Promise<Response> =>
    fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
      body: JSON.stringify({ model: 'sandbox/echo', ...body }),
    })

  it('answers a string without instructions', async () => {
    const answer = await client.responses.create({ model: 'sandbox/echo', input: 'one two three' })
    expect(answer.output_text).to.equal('one two three')
    expect(answer.status).to.equal('completed')
  })

  it('cases 3 and 4: shows every field that strict clients read', async () => {
    const response = await ask({ input: 'one two three' })
    expect(response.status).to.equal(200)
    const answer = checkResponse(await response.json())
    expect(answer.output).to.have.length(1)
    expect(answer['text']).to.have.nested.property('format.type', 'text')
  })

  it('cases 1, 2, 5 and 10: streams events in order, each at its place, with nothing after the last', async () => {
    const response = await ask({ input: 'a b c', stream: true })
    const events = checkStream(await response.text())
    expect(shapeOf(events)).to.deep.equal([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ])
    const [item] = finalResponse(events).output
    for (const delta of events.filter(({ type }) => type === 'response.output_text.delta')) {
      expect(delta).to.deep.include({ item_id: item?.id, output_index: 0, content_index: 0 })
    }
  })

  for (const model of ['sandbox/reasoning', 'sandbox/reasoning-hidden']) {
    it(`gives ${model} its reasoning back, and refuses it altered`, async () => {
      const asked = { model, store: false, include: ['reasoning.encrypted_content'] }
      const question = { role: 'user', content: 'think about boats' }
      const first = checkResponse(await (await ask({ ...asked, input: [question] })).json())
      const [thought, ...rest] = first.output
      expect(thought).to.include.keys('encrypted_content')
      const again = await ask({ ...asked, input: [question, thought, ...rest, question] })
      expect([again.status, again.headers.get('x-gateway-ignored')]).to.deep.equal([200, null])
      const seal = sealReasoning(model, 'not what was signed')
      const altered = await ask({
        ...asked,
        input: [question, { ...thought, encrypted_content: seal }, ...rest, question],
      })
      const { error } = (await altered.json()) as { error: { code: string; param: string } }
      expect([altered.status, error.code, error.param]).to.deep.equal([400, 'invalid_encrypted_content', 'input.1'])
    })
  }

  it('refuses a WebSocket with a status at which Codex goes on by HTTP', async () => {
    const key = { 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAA' }
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
    // A proxy passes the key on, and not the wish to upgrade, which is for the next server alone.
    for (const headers of [{ ...upgrade, ...key }, upgrade, key]) {
      const asked = request(`${gateway.url}/v1/responses`, { headers })
      asked.end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      response.resume()
      expect(response.statusCode, JSON.stringify(headers)).to.equal(426)
    }
    const plain = await fetch(`${gateway.url}/v1/responses`)
    expect([plain.status, plain.headers.get('allow')]).to.deep.equal([405, 'POST'])
  })

  it('counts the tokens of an input with its tools and what it continues, for nothing', async () => {
    const { balance } = await balanceAtRest(customer)
    const count = async (more: object): Promise<number> => {
      const asked = { model: 'sandbox/echo', input: 'one two three', ...more }
      const { object, input_tokens: counted } = await client.responses.inputTokens.count(asked)
      expect(object).to.equal('response.input_tokens')
      return counted
    }
    const alone = await count({})
    expect(alone).to.be.above(0)
    const tools = [{ type: 'function' as const, name: 'look', parameters: { type: 'object' }, strict: false }]
    expect(await count({ tools })).to.be.above(alone)
    expect(await count({ instructions: 'Be brief.' })).to.be.above(alone)
    expect((await balanceAtRest(customer)).balance).to.equal(balance)
    const { id } = await client.responses.create({ model: 'sandbox/echo', input: 'a longer question than the next' })
    expect(await count({ previous_response_id: id })).to.be.above(alone)
    const refused = await count({ model: 'nobody/nothing' }).catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(NotFoundError)
  })

  it('counts what there is where a prompt has no input: the conversation it continues, instructions and tools', async () => {
    const count = async (asked: object): Promise<number> =>
      (await client.responses.inputTokens.count({ model: 'sandbox/echo', ...asked })).input_tokens
    const { id } = await client.responses.create({ model: 'sandbox/echo', input: 'a longer question than the next' })
    const continued = await count({ previous_response_id: id })
    expect(continued).to.be.above(5)
    expect(await count({ previous_response_id: id, input: null })).to.equal(continued)
    expect(await count({ instructions: 'Be brief, and answer in the words of the question.' })).to.be.above(5)
  })

  it('goes on from a response without an input of its own, and asks for an input where there is nothing to go on from', async () => {
    const { id } = await client.responses.create({ model: 'sandbox/echo', input: 'once more' })
    for (const input of [{}, { input: null }, { input: [] }]) {
      const response = await ask({ ...input, previous_response_id: id })
      expect(response.status).to.equal(200)
      expect(checkResponse(await response.json()).output).to.have.length(1)
    }
    for (const input of [{}, { input: null }]) {
      const refused = await ask(input)
      const { error } = (await refused.json()) as { error: { param: string } }
      expect([refused.status, error.param]).to.deep.equal([422, 'input'])
    }
  })

  it('refuses what is not offered by its name where there is no input either', async () => {
    for (const [param, value] of Object.entries({ prompt: { id: 'pmpt_1' }, conversation: 'conv_1', messages: [] })) {
      const refused = await ask({ [param]: value })
      const { error } = (await refused.json()) as { error: { code: string; param: string } }
      expect([refused.status, error.code, error.param]).to.deep.equal([400, 'unsupported_parameter', param])
    }
  })

  it('ends the accumulator of the official client with the text that was sent', async () => {
    const final = await client.responses.stream({ model: 'sandbox/echo', input: 'fold me' }).finalResponse()
    expect(final.output_text).to.equal('fold me')
  })
})
