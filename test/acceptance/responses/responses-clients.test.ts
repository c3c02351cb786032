import { Agent, OpenAIResponsesModel, run, setTracingDisabled, tool as agentTool } from '@openai/agents'
import { createOpenAI } from '@ai-sdk/openai'
import { ChatOpenAI } from '@langchain/openai'
import { generateText, stepCountIs, streamText, tool } from 'ai'
import { expect } from 'chai'
import OpenAI from 'openai'
import { z } from 'zod'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

const parameters = z.object({ city: z.string() })
const SKY = 'a sky like a blue plate'

describe('clients that speak Responses by default', () => {
  let world: GatewayWorld
  let customer: Customer
  let baseURL: string

  before(async () => {
    world = await openWorld()
    const gateway = await world.serve()
    customer = await makeCustomer(gateway.url, '1000')
    baseURL = `${gateway.url}/v1`
  })
  after(() => world.remove())

  it('OpenAI’s Agents SDK runs an agent with a tool to its answer', async () => {
    setTracingDisabled(true)
    const asked: unknown[] = []
    const forecast = agentTool({
      name: 'forecast',
      description: 'The weather of a city.',
      parameters,
      execute: (given) => {
        asked.push(given)
        return SKY
      },
    })
    const client = new OpenAI({ apiKey: customer.apiKey, baseURL, maxRetries: 0 })
    const agent = new Agent({
      name: 'Weather',
      instructions: 'Tell the weather.',
      model: new OpenAIResponsesModel(client, 'sandbox/tools'),
      tools: [forecast],
    })
    const result = await run(agent, 'What is the weather in Paris?')
    expect(asked).to.have.length(1)
    expect(result.finalOutput).to.include(SKY)
  })

  for (const isStream of [false, true]) {
    it(`the AI SDK runs a tool to an answer${isStream ? ', streamed' : ''}`, async () => {
      const asked: unknown[] = []
      const forecast = tool({
        description: 'The weather of a city.',
        inputSchema: parameters,
        execute: (given) => {
          asked.push(given)
          return Promise.resolve(SKY)
        },
      })
      const provider = createOpenAI({ apiKey: customer.apiKey, baseURL })
      const question = {
        model: provider('sandbox/tools'),
        prompt: 'What is the weather in Paris?',
        tools: { forecast },
        stopWhen: stepCountIs(3),
        maxRetries: 0,
      }
      const text = isStream ? await streamText(question).text : (await generateText(question)).text
      expect(asked).to.have.length(1)
      expect(text).to.include(SKY)
    })
  }

  it('LangChain ends an answer that broke off without an error in Responses, as its page says, and throws in chat', async () => {
    const stream = async (model: string, useResponsesApi: boolean) => {
      const configuration = { baseURL }
      const chat = new ChatOpenAI({ apiKey: customer.apiKey, configuration, model, useResponsesApi, maxRetries: 0 })
      let [text, status]: [string, unknown] = ['', undefined]
      for await (const chunk of await chat.stream('one two three four')) {
        text += chunk.text
        status = chunk.response_metadata['status'] ?? status
      }
      return { text, status }
    }
    expect(await stream('sandbox/echo', true)).to.deep.equal({ text: 'one two three four', status: 'completed' })
    const broken = await stream('sandbox/cut', true)
    expect(broken.text).to.match(/^one/)
    expect(broken.status).to.equal(undefined)
    const thrown = await stream('sandbox/cut', false).catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(Error)
  })

  it('the AI SDK goes on with a conversation of which it names earlier answers by their ids alone', async () => {
    const bodies: unknown[] = []
    const listening: typeof fetch = (url, init) => {
      bodies.push(init?.body)
      return fetch(url, init)
    }
    const model = createOpenAI({ apiKey: customer.apiKey, baseURL, fetch: listening })('sandbox/echo')
    const first = [{ role: 'user' as const, content: 'my name is Ada' }]
    const { response } = await generateText({ model, messages: first, maxRetries: 0 })
    const messages = [...first, ...response.messages, { role: 'user' as const, content: 'and the second' }]
    const { text } = await generateText({ model, messages, maxRetries: 0 })
    expect(bodies.map((body) => String(body).includes('item_reference'))).to.deep.equal([false, true])
    expect(text).to.equal('and the second')
  })
})
