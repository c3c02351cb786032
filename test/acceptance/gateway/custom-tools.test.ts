import { expect } from 'chai'
import OpenAI from 'openai'
import { openAiSchema } from '../../support/documents/openai-schemas.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import {
  answersJson,
  chunk,
  completion,
  DONE,
  frame,
  streams,
  usage,
  usageChunk,
} from '../../support/upstreams/upstream-scripts.ts'

const CALL = { id: 'call_1', type: 'custom' as const, custom: { name: 'shell', input: 'ls -l' } }

/** A tool of plain text by the official SDK: declared, called, whole and in pieces, and answered in the history. */
describe('a custom tool behind the gateway', () => {
  let scripted: ScriptedWorld
  let client: OpenAI

  before(async () => {
    scripted = await startScriptedWorld(['m'], { m: { capabilities: ['tools'] } })
    const customer = await scripted.world.customer(scripted.gateway.url, '1000')
    client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${scripted.gateway.url}/v1`, maxRetries: 0 })
  })
  after(() => scripted.remove())

  const ask = {
    model: 'scripted/m',
    messages: [{ role: 'user' as const, content: 'list' }],
    tools: [{ type: 'custom' as const, custom: { name: 'shell', description: 'Runs a command' } }],
  }

  it('is called as the SDK has it, and its call is taken back as it was given', async () => {
    scripted.upstream.next(answersJson(completion({ content: null, tool_calls: [CALL] })))
    const answer = await client.chat.completions.create(ask)
    openAiSchema('CreateChatCompletionResponse')?.(JSON.parse(JSON.stringify(answer)))
    const message = answer.choices[0]?.message
    if (message === undefined) throw new Error('no answer came')
    expect(message.tool_calls).to.deep.equal([CALL])

    const result = { role: 'tool' as const, tool_call_id: 'call_1', content: 'a.txt' }
    const again = await client.chat.completions.create({ ...ask, messages: [...ask.messages, message, result] })
    expect(again.choices[0]?.message.content).to.equal('a.txt')
    const received = scripted.upstream.requests.at(-1)?.body
    expect(received).to.have.deep.nested.property('messages[1].tool_calls', [CALL])
    openAiSchema('CreateChatCompletionRequest')?.(received)
  })

  it('is called piece by piece in a stream, and the pieces of its text add up', async () => {
    scripted.upstream.next(
      streams([
        frame(chunk({ role: 'assistant', content: null })),
        frame(chunk({ tool_calls: [{ index: 0, ...CALL, custom: { name: 'shell', input: '' } }] })),
        frame(chunk({ tool_calls: [{ index: 0, custom: { input: 'ls ' } }] })),
        frame(chunk({ tool_calls: [{ index: 0, custom: { input: '-l' } }] })),
        frame(chunk({}, 'tool_calls')),
        frame(usageChunk(usage(3, 2))),
        DONE,
      ]),
    )
    const pieces: unknown[] = []
    for await (const { choices } of await client.chat.completions.create({ ...ask, stream: true })) {
      pieces.push(...(choices[0]?.delta.tool_calls ?? []))
    }
    expect(pieces).to.deep.equal([
      { index: 0, ...CALL, custom: { name: 'shell', input: '' } },
      { index: 0, custom: { input: 'ls ' } },
      { index: 0, custom: { input: '-l' } },
    ])
  })
})
