import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { anthropicChat } from '../../../../src/adapters/providers/anthropic/chat-provider.ts'
import { upstreamHttp } from '../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { ChatProvider } from '../../../../src/application/ports/providers/chat-provider.ts'
import { chatCall } from '../../../support/chat/chat-calls.ts'
import { eventually } from '../../../support/eventually.ts'
import { startScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import { answersJson, answersText, hangs, resets } from '../../../support/upstreams/upstream-scripts.ts'
import { errorBody, message, sentMessages, USAGE } from './message-events.ts'

const says = (words: string): Script => answersJson(message([{ type: 'text', text: words }]))

describe('anthropicChat: a whole answer', () => {
  let upstream: ScriptedUpstream
  let provider: ChatProvider
  const http = upstreamHttp()

  const open = (timeouts: Parameters<typeof anthropicChat>[0]['timeouts'] = {}): ChatProvider =>
    anthropicChat({
      baseUrl: `${upstream.baseUrl}/`,
      apiKey: 'sk-ant',
      http,
      timeouts,
      limits: { maxResponseBytes: 100_000 },
    })

  before(async () => {
    upstream = await startScriptedUpstream()
    provider = open()
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  it('posts the request where the provider wants it, with the key and the edition', async () => {
    upstream.next(says('a'), says('a'))
    await provider.complete(chatCall({ request: { max_tokens: 9 } }))
    const request = upstream.requests.at(-1)
    expect(request).to.deep.include({ method: 'POST', path: '/v1/messages' })
    expect(request?.headers).to.include({ 'x-api-key': 'sk-ant', 'anthropic-version': '2023-06-01' })
    expect(request?.headers).to.not.have.property('authorization')
    expect(request?.body).to.deep.equal({
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'one two three' }] }],
    })
    await provider.complete(chatCall({ parameters: { anthropic_version: '2026-10-21' } }))
    expect(upstream.requests.at(-1)?.headers).to.include({ 'anthropic-version': '2026-10-21' })
  })

  it('returns the answer, its usage and the id that the provider gave the call', async () => {
    upstream.next(says('a'), answersJson(message([]), 200, { 'request-id': 'req_1' }))
    const answer = await provider.complete(chatCall())
    expect(answer).to.have.nested.property('right.upstreamRequestId', 'msg_1')
    expect(answer).to.have.nested.property('right.completion.choices.0.message.content', 'a')
    expect(answer).to.have.nested.property('right.completion.usage').that.deep.equals(USAGE)
    expect(await provider.complete(chatCall())).to.have.nested.property('right.upstreamRequestId', 'req_1')
  })

  it('carries a tool call round, thoughts and all', async () => {
    const thought = { type: 'thinking', thinking: 'which city?', signature: 'sig' }
    const use = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { in: 'Riga' } }
    upstream.next(answersJson(message([thought, use], { stop_reason: 'tool_use' })), says('rain'))
    const question = { role: 'user' as const, content: 'weather?' }
    const first = await provider.complete(chatCall({ request: { messages: [question] } }))
    if (isLeft(first)) throw new Error(first.left.message)
    const asked = first.right.completion.choices[0]!.message
    // What a client of the OpenAI interface sends back: id, name and arguments, no thoughts.
    const echoed = { role: 'assistant' as const, content: asked.content, tool_calls: asked.tool_calls }
    const result = { role: 'tool' as const, tool_call_id: asked.tool_calls![0]!.id, content: 'rain' }
    await provider.complete(chatCall({ request: { messages: [question, echoed, result] } }))
    expect(sentMessages(upstream.requests.at(-1))).to.deep.equal([
      { role: 'user', content: [{ type: 'text', text: 'weather?' }] },
      { role: 'assistant', content: [thought, use] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'rain' }] }],
      },
    ])
  })

  it('asks nothing of the provider that it cannot do', async () => {
    const sent = upstream.requests.length
    const outcomes = [await provider.complete(chatCall({ request: { n: 2 } }))]
    const stream = await provider.stream(chatCall({ request: { seed: 1 } }))
    for (const outcome of [...outcomes, stream]) {
      expect(outcome).to.have.nested.property('left.tag', 'rejected')
      expect(outcome).to.have.nested.property('left.code', 'unsupported_parameter')
    }
    expect(upstream.requests.length).to.equal(sent)
  })

  const cases: readonly [string, Script, string][] = [
    ['a refusal inside a success', answersJson(message([], { stop_reason: 'refusal' })), 'content_filter'],
    ['an error as 200', answersJson(errorBody('api_error', 'x')), 'server_error'],
    ['garbage', answersText('{"content": [{'), 'bad_answer'],
    ['nothing', answersText(''), 'bad_answer'],
    ['a page', answersText('<html>', 200, 'text/html'), 'bad_answer'],
    ['JSON of another kind', answersJson({ choices: [] }), 'bad_answer'],
    ['an answer too large', answersText(' '.repeat(200_000)), 'too_large'],
    ['a bad key', answersJson(errorBody('authentication_error', 'invalid x-api-key'), 401), 'misconfigured'],
    ['a bad parameter', answersJson(errorBody('invalid_request_error', 'top_p: bad'), 400), 'rejected'],
    ['a rate limit', answersJson(errorBody('rate_limit_error', 'x'), 429, { 'retry-after': '3' }), 'rate_limited'],
    ['overloaded', answersJson(errorBody('overloaded_error', 'x'), 529), 'unavailable'],
    ['a broken page as an error', answersText('<html>', 500, 'text/html'), 'server_error'],
    ['a reset', resets(), 'cut'],
  ]
  for (const [title, script, expected] of cases) {
    it(`${title}: ${expected}`, async () => {
      upstream.next(script)
      const outcome = await provider.complete(chatCall())
      expect(isLeft(outcome) ? outcome.left.tag : outcome.right.completion.choices[0]?.finish_reason).to.equal(expected)
    })
  }

  it('silence: timed_out', async () => {
    upstream.next(hangs())
    expect(await open({ nonStreamingIdleTimeoutMs: 200 }).complete(chatCall())).to.have.nested.property(
      'left.tag',
      'timed_out',
    )
  })

  it('a server that is not there: unreachable', async () => {
    const gone = await startScriptedUpstream()
    await gone.close()
    const outcome = await anthropicChat({ baseUrl: gone.baseUrl, apiKey: null, http }).complete(chatCall())
    expect(outcome).to.have.nested.property('left.tag', 'unreachable')
  })

  it('cancelling closes the connection at once', async () => {
    const cancel = new AbortController()
    const [socketsBefore, requestsBefore] = [upstream.abandoned(), upstream.requests.length]
    upstream.next(hangs())
    const outcome = anthropicChat({ baseUrl: upstream.baseUrl, apiKey: null, http }).complete(
      chatCall({ signal: cancel.signal }),
    )
    await eventually(() => upstream.requests.length > requestsBefore)
    cancel.abort()
    expect(await outcome).to.have.nested.property('left.tag', 'cut')
    await eventually(() => upstream.abandoned() === socketsBefore + 1)
  })
})
