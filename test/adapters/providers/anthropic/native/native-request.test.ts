import { expect } from 'chai'
import { anthropicChat } from '../../../../../src/adapters/providers/anthropic/chat-provider.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { ChatCall, ChatProvider } from '../../../../../src/application/ports/providers/chat-provider.ts'
import type { NativeRequest } from '../../../../../src/domain/chat/native.ts'
import { chatCall, nativeFields, nativeTextOf, streamOutcome } from '../../../../support/chat/chat-calls.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import { answersJson, answersText, streams } from '../../../../support/upstreams/upstream-scripts.ts'
import { end, errorBody, event, message, PING, START, textBlock, thinkingBlock, USAGE } from '../message-events.ts'

const MESSAGES =
  '[{"role":"user","content":[{"type":"text","text":"\\u0061 1.0","cache_control":{"type":"ephemeral"}}]}]'

const nativeCall = (
  fields: Readonly<Record<string, string>> = {},
  headers: NativeRequest['headers'] = {},
  given: Parameters<typeof chatCall>[0] = {},
): ChatCall => ({
  ...chatCall({ request: { max_tokens: 9 }, ...given }),
  native: {
    wire: 'messages',
    fields: nativeFields({ model: '"vendor/model"', max_tokens: '50', messages: MESSAGES, ...fields }),
    headers,
    bytes: 0,
    isTranslatable: false,
  },
})

describe('anthropicChat, asked in the words of Messages', () => {
  let upstream: ScriptedUpstream
  let provider: ChatProvider
  const http = upstreamHttp()

  before(async () => {
    upstream = await startScriptedUpstream()
    provider = anthropicChat({ baseUrl: upstream.baseUrl, apiKey: 'sk-ant', http })
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const sentText = (): string => new TextDecoder().decode(upstream.requests.at(-1)?.raw)

  it('sends what the client wrote byte for byte, with the model and the limit of the call', async () => {
    upstream.next(answersJson(message([{ type: 'text', text: 'a' }])))
    await provider.complete(
      nativeCall({ top_k: '5.0', stream: 'false' }, {}, { parameters: { anthropic_version: 'x' } }),
    )
    expect(sentText()).to.equal(`{"messages":${MESSAGES},"top_k":5.0,"model":"m","max_tokens":9}`)
    expect(upstream.requests.at(-1)?.headers).to.include({
      'anthropic-version': 'x',
      'content-type': 'application/json',
    })
    expect(upstream.requests.at(-1)?.headers).to.not.have.property('anthropic-beta')
  })

  it('leaves out the thoughts of earlier answers where the provider could not read them, and nothing else', async () => {
    upstream.next(answersJson(message([{ type: 'text', text: 'a' }])))
    const [user, thought, words] = [
      { role: 'user', content: 'q' },
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: 'a' },
    ]
    const messages = [
      user,
      { role: 'assistant', content: [thought, words] },
      user,
      { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'd' }] },
      { role: 'assistant', content: 'plain' },
    ]
    await provider.complete({ ...nativeCall({ messages: JSON.stringify(messages) }), leavesOutReasoning: true })
    expect(JSON.parse(sentText())).to.deep.include({
      messages: [user, { role: 'assistant', content: [words] }, user, { role: 'assistant', content: 'plain' }],
    })

    upstream.next(answersJson(errorBody('invalid_request_error', 'messages.3.content: too odd at content.0'), 400))
    const refused = await provider.complete({
      ...nativeCall({ messages: JSON.stringify(messages) }),
      leavesOutReasoning: true,
    })
    expect(refused).to.have.nested.property('left.message', 'messages.4.content: too odd at content.0')
  })

  it('passes the edition and the betas of the client on, unknown ones too', async () => {
    upstream.next(answersJson(message([{ type: 'text', text: 'a' }])))
    await provider.complete(
      nativeCall({}, { 'anthropic-version': '2030-01-01', 'anthropic-beta': 'new-1, interleaved-2' }),
    )
    expect(upstream.requests.at(-1)?.headers).to.include({
      'anthropic-version': '2030-01-01',
      'anthropic-beta': 'new-1, interleaved-2',
    })
  })

  it('takes out betas that unlock what has a price of its own, and names each', async () => {
    upstream.next(answersJson(message([{ type: 'text', text: 'a' }])))
    const sent = 'claude-code-20250219, advisor-tool-2026-03-01,context-1m-2025-08-07,interleaved-2'
    const call = nativeCall({}, { 'anthropic-beta': sent })
    expect(provider.ignoredFields(call)).to.deep.equal([
      'anthropic-beta.advisor-tool-2026-03-01',
      'anthropic-beta.context-1m-2025-08-07',
    ])
    await provider.complete(call)
    expect(upstream.requests.at(-1)?.headers).to.include({ 'anthropic-beta': 'claude-code-20250219,interleaved-2' })

    upstream.next(answersJson(message([{ type: 'text', text: 'a' }])))
    await provider.complete(nativeCall({}, { 'anthropic-beta': 'files-api-2025-04-14' }))
    expect(upstream.requests.at(-1)?.headers).to.not.have.property('anthropic-beta')
  })

  it('refuses what such a beta unlocks all the same', async () => {
    const betas = { 'anthropic-beta': 'advisor-tool-2026-03-01,fast-mode-2026-02-01,mcp-client-2026-09-15' }
    const paramOf = async (fields: Readonly<Record<string, string>>) => {
      const answer = await provider.complete(nativeCall(fields, betas))
      return '_tag' in answer && answer._tag === 'Left' && answer.left.tag === 'rejected' ? answer.left.param : answer
    }
    expect(await paramOf({ tools: '[{"type":"advisor_20260301","name":"advisor"}]' })).to.equal('tools.0.type')
    expect(await paramOf({ tools: '[{"type":"web_fetch_20260318","name":"web_fetch"}]' })).to.equal('tools.0.type')
    expect(await paramOf({ tools: '[{"type":"code_execution_20260521","name":"c"}]' })).to.equal('tools.0.type')
    expect(await paramOf({ tools: '[{"type":"mcp_toolset","mcp_server_name":"s"}]' })).to.equal('tools.0.type')
    expect(await paramOf({ speed: '"fast"' })).to.equal('speed')
    expect(await paramOf({ mcp_servers: '[{"type":"url","name":"s","url":"https://a"}]' })).to.equal('mcp_servers')
    expect(await paramOf({ container: '{"skills":[{"type":"anthropic","skill_id":"pdf"}]}' })).to.equal('container')
  })

  it('gives the body of the provider back as it came, and reads its usage beside it', async () => {
    const text = `{ "content": [{"type":"text","text":"a"}], "x": 1.0, "usage": ${JSON.stringify(message([])['usage'])} }`
    upstream.next(answersText(text, 200, 'application/json'))
    const answer = await provider.complete(nativeCall())
    expect(answer).to.have.nested.property('right.completion.native.text', text)
    expect(answer).to.have.nested.property('right.completion.usage').that.deep.equals(USAGE)
  })

  it('gives every event of the stream back as it came, pings and unknown events among them', async () => {
    const events = [
      START,
      PING,
      ...thinkingBlock(0, 'hm', 'sig=='),
      event('invented', { n: 1 }),
      ...textBlock(1, 'one', ' two'),
      ...end('end_turn'),
    ]
    upstream.next(streams(events))
    const { chunks, failure } = await streamOutcome(provider, nativeCall())
    expect(failure).to.equal(null)
    expect(nativeTextOf(chunks)).to.equal(events.join(''))
    expect(chunks.at(-1)?.usage).to.deep.equal(USAGE)
    expect(upstream.requests.at(-1)?.body).to.include({ stream: true })
  })

  it('tells a failure inside the stream as a failure, not as an event', async () => {
    upstream.next(streams([START, event('error', errorBody('overloaded_error', 'busy'))]))
    const { chunks, failure } = await streamOutcome(provider, nativeCall())
    expect(nativeTextOf(chunks)).to.equal(START)
    expect(failure).to.have.property('tag').that.is.oneOf(['unavailable', 'server_error'])
  })

  it('refuses by name, before anything is sent, what changes the price or reaches other users', async () => {
    const refused = async (fields: Readonly<Record<string, string>>, headers: NativeRequest['headers'] = {}) => {
      const answer = await provider.complete(nativeCall(fields, headers))
      return '_tag' in answer && answer._tag === 'Left' && answer.left.tag === 'rejected' ? answer.left.param : answer
    }
    const sent = upstream.requests.length
    expect(await refused({ speed: '"fast"' })).to.equal('speed')
    expect(await refused({ inference_geo: '"us"' })).to.equal('inference_geo')
    expect(await refused({ service_tier: '"priority"' })).to.equal('service_tier')
    expect(await refused({ container: '"c"' })).to.equal('container')
    expect(await refused({ mcp_servers: '[{}]' })).to.equal('mcp_servers')
    expect(await refused({ thread: '{"type":"create"}' })).to.equal('thread')
    expect(await refused({ billing_policy: '{"bill_to":"user_profile"}' })).to.equal('billing_policy')
    expect(await refused({ fallback_credit_token: '"t"' })).to.equal('fallback_credit_token')
    expect(await refused({ compaction: '{"type":"summarize"}' })).to.equal('compaction')
    expect(await refused({ tools: '[{"name":"a"},{"type":"web_search_20260209"}]' })).to.equal('tools.1.type')
    expect(upstream.requests.length).to.equal(sent)
  })

  it('lets tools that the client carries out pass', async () => {
    upstream.next(answersJson(message([{ type: 'text', text: 'a' }])))
    const typed = ['bash_20250124', 'browser_toolset_20260801', 'computer_toolset_20260801']
    const tools = `[{"type":"custom","name":"a"},${typed.map((type) => `{"type":"${type}"}`).join(',')}]`
    const edits = '{"edits":[{"type":"clear_tool_uses_20250919"}]}'
    await provider.complete(
      nativeCall({ tools, context_management: edits, mcp_servers: '[]', speed: 'null', service_tier: '"auto"' }),
    )
    expect(sentText()).to.contain(`"tools":${tools}`)
  })
})
