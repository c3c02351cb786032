import { expect } from 'chai'
import { toRequestBody } from '../../../../src/adapters/providers/openai-compatible/to-request.ts'
import { chatCall } from '../../../support/chat-calls.ts'

const bodyOf = (given: Parameters<typeof chatCall>[0], isStream = false): unknown => {
  const { request, deployment } = chatCall(given)
  return JSON.parse(toRequestBody(request, deployment, isStream))
}

const messages = [{ role: 'user', content: 'one two three' }]

describe('toRequestBody', () => {
  it('sends the upstream model, fields it does not know, and no nulls', () => {
    const request = { temperature: 0, stop: null, top_p: undefined, enable_thinking: true, metadata: { a: null } }
    expect(bodyOf({ request })).to.deep.equal({
      model: 'm',
      messages,
      temperature: 0,
      enable_thinking: true,
      metadata: { a: null },
    })
  })

  it('leaves messages as they are, null content too', () => {
    const history = [
      { role: 'assistant' as const, content: null, tool_calls: [], reasoning_content: 'hm' },
      { role: 'tool' as const, tool_call_id: 'x', content: '' },
    ]
    expect(bodyOf({ request: { messages: history } })).to.deep.equal({ model: 'm', messages: history })
  })

  it('lets fixed parameters win over the caller, but never over model and messages', () => {
    const parameters = { reasoning_effort: 'none', model: 'other', messages: [], stream: true }
    expect(bodyOf({ request: { reasoning_effort: 'high' }, parameters })).to.deep.include({
      reasoning_effort: 'none',
      model: 'm',
      messages,
    })
  })

  it('asks for usage in every stream, whatever the caller asked', () => {
    const request = { stream: true, stream_options: { include_usage: false, include_obfuscation: true } }
    expect(bodyOf({ request }, true)).to.deep.equal({
      model: 'm',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  it('sends no stream fields for a whole answer', () => {
    const request = { stream: false, stream_options: { include_usage: true } }
    expect(bodyOf({ request })).to.deep.equal({ model: 'm', messages })
  })

  it('OpenAI: no padding, no reasoning of earlier turns', () => {
    const history = [
      { role: 'assistant' as const, content: 'a', reasoning_content: 'hm' },
      { role: 'user' as const, content: 'b' },
    ]
    expect(bodyOf({ provider: 'openai', request: { messages: history } }, true)).to.deep.equal({
      model: 'm',
      messages: [
        { role: 'assistant', content: 'a' },
        { role: 'user', content: 'b' },
      ],
      stream: true,
      stream_options: { include_usage: true, include_obfuscation: false },
    })
  })

  it('Mistral: its own name of the seed, and no field that it refuses', () => {
    expect(bodyOf({ provider: 'mistral', request: { seed: 7, user: 'u' } }, true)).to.deep.equal({
      model: 'm',
      messages,
      random_seed: 7,
      stream: true,
    })
  })

  it('calls the fields of xAI by their names there', () => {
    const request = { max_tokens: 7, parallel_tool_calls: false }
    expect(bodyOf({ provider: 'xai', request })).to.deep.equal({
      model: 'm',
      messages,
      max_completion_tokens: 7,
      parallel_function_calling: false,
    })
  })

  it('keeps a field named __proto__ a field', () => {
    const hostile = JSON.parse('{"__proto__":{"stream":true}}') as Readonly<Record<string, unknown>>
    const { request, deployment } = chatCall({ request: hostile })
    expect(toRequestBody(request, deployment, false)).to.match(/^{"__proto__":{"stream":true},"model":"m",/)
  })
})
