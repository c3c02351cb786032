import { expect } from 'chai'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { checkResponse, checkStream, finalResponse } from '../../support/responses/response-events.ts'
import type { ShownResponse } from '../../support/responses/response-events.ts'
import { TINY_PDF, TINY_PDF_URL } from '../../support/media/tiny-pdf.ts'

type Body = Readonly<Record<string, unknown>>

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Open Responses wants these in every response, null or not. */
const REQUIRED = [
  'id',
  'object',
  'created_at',
  'completed_at',
  'status',
  'incomplete_details',
  'model',
  'previous_response_id',
  'instructions',
  'output',
  'error',
  'tools',
  'tool_choice',
  'truncation',
  'parallel_tool_calls',
  'text',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'top_logprobs',
  'temperature',
  'reasoning',
  'usage',
  'max_output_tokens',
  'max_tool_calls',
  'store',
  'background',
  'service_tier',
  'metadata',
  'safety_identifier',
  'prompt_cache_key',
] as const

/**
 * The checks of the Open Responses runner that need no settings of their own, by its own names for them.
 */
describe('Open Responses', () => {
  let world: GatewayWorld
  let customer: Customer
  let url: string

  before(async () => {
    world = await openWorld()
    const gateway = await world.serve()
    customer = await makeCustomer(gateway.url, '1000')
    url = `${gateway.url}/v1/responses`
  })
  after(() => world.remove())

  const ask = async (body: Body): Promise<string> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
      body: JSON.stringify({ model: 'sandbox/echo', ...body }),
    })
    const text = await response.text()
    expect(response.status, text).to.equal(200)
    return text
  }

  const answered = async (body: Body): Promise<ShownResponse> => {
    const response = checkResponse(JSON.parse(await ask(body)))
    expect(response).to.include.keys(...REQUIRED)
    expect(response.status).to.equal('completed')
    expect(response.output).not.to.deep.equal([])
    return response
  }

  const user = (content: unknown) => ({ type: 'message', role: 'user', content })

  it('basic-response', async () => {
    await answered({ input: [user('Say hello in exactly 3 words.')] })
  })

  it('streaming-response', async () => {
    const events = checkStream(await ask({ input: [user('Count from 1 to 5.')], stream: true }))
    const shown = events.filter((event) => 'response' in event).map((event) => event['response'])
    expect(shown).to.have.length(3)
    for (const response of shown) expect(response).to.include.keys(...REQUIRED)
    expect(finalResponse(events).status).to.equal('completed')
  })

  it('system-prompt', async () => {
    await answered({ input: [{ type: 'message', role: 'system', content: 'Talk like a pirate.' }, user('Say hello.')] })
  })

  it('tool-calling', async () => {
    const parameters = { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] }
    const tools = [{ type: 'function', name: 'get_weather', description: 'The weather.', parameters }]
    const input = [user("What's the weather like in San Francisco?")]
    const { output } = await answered({ model: 'sandbox/tools', input, tools })
    expect(output.map(({ type }) => type)).to.include('function_call')
  })

  it('function-call-roundtrip', async () => {
    const model = 'sandbox/tools'
    const parameters = { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] }
    const tools = [{ type: 'function', name: 'get_weather', description: 'The weather.', parameters }]
    const choice = { type: 'function', name: 'get_weather' }
    const first = await answered({ model, input: 'What is the temperature?', tools, tool_choice: choice })
    const call: Body = first.output.find(({ type }) => type === 'function_call') ?? {}
    const output = { type: 'function_call_output', call_id: call['call_id'], output: '64 degrees and clear' }
    await answered({ model, previous_response_id: first.id, input: [output] })
  })

  it('previous-response-id', async () => {
    const first = await answered({ input: 'The code word is papaya.' })
    const second = await answered({ input: 'Which one was it?', previous_response_id: first.id })
    expect(second['previous_response_id']).to.equal(first.id)
  })

  it('image-input', async () => {
    const parts = [
      { type: 'input_text', text: 'What is in this image?' },
      { type: 'input_image', image_url: PIXEL },
    ]
    await answered({ input: [user(parts)] })
  })

  it('file-input', async () => {
    const parts = [
      { type: 'input_text', text: 'What is in this file?' },
      { type: 'input_file', filename: 'code.pdf', file_data: TINY_PDF_URL },
    ]
    const { output } = await answered({ input: [user(parts)] })
    expect(JSON.stringify(output)).to.include(`[code.pdf: a PDF of ${TINY_PDF.length} bytes]`)
  })

  it('multi-turn', async () => {
    const earlier = { type: 'message', role: 'assistant', content: 'Hello Alice!' }
    await answered({ input: [user('My name is Alice.'), earlier, user('What is my name?')] })
  })
})
