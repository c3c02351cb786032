import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { anthropicChat } from '../../../../../src/adapters/providers/anthropic/chat-provider.ts'
import { streamReader } from '../../../../../src/adapters/providers/anthropic/answer/stream-reader.ts'
import type { SseEvent } from '../../../../../src/adapters/providers/upstream/sse.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { ChatProvider } from '../../../../../src/application/ports/providers/chat-provider.ts'
import type { ChatCompletion } from '../../../../../src/domain/chat/completion.ts'
import { foldChunks } from '../../../../../src/domain/chat/answers/fold.ts'
import { chatCall, streamOutcome, textOfChunks } from '../../../../support/chat/chat-calls.ts'
import { eventually } from '../../../../support/eventually.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import {
  answersJson,
  answersText,
  hangs,
  streams,
  streamsThenBeats,
  streamsThenBreaks,
  streamsThenHangs,
} from '../../../../support/upstreams/upstream-scripts.ts'
import {
  fromCallId,
  block,
  end,
  errorBody,
  event,
  message,
  PING,
  START,
  textBlock,
  thinkingBlock,
  toolBlock,
  USAGE,
} from '../message-events.ts'

const SAY = [START, PING, ...textBlock(0, 'привет ', '🎉')]
const HALF_CALL = toolBlock(1, 'call_1', 'look', '{"city": "Mos').slice(0, -1)
const WHOLE = [...SAY, ...end('end_turn')]

const text = (words: string) => ({ type: 'text', text: words })

describe('anthropicChat: a stream', () => {
  let upstream: ScriptedUpstream
  let provider: ChatProvider
  const http = upstreamHttp()

  const open = (timeouts: Parameters<typeof anthropicChat>[0]['timeouts'] = {}): ChatProvider =>
    anthropicChat({
      baseUrl: upstream.baseUrl,
      apiKey: 'sk-ant',
      http,
      timeouts,
      limits: { maxEventChars: 10_000 },
    })

  before(async () => {
    upstream = await startScriptedUpstream()
    provider = open()
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const fold = async (...pieces: readonly string[]): Promise<ChatCompletion> => {
    upstream.next(streams(pieces))
    const { chunks, failure } = await streamOutcome(provider, chatCall())
    expect(failure).to.equal(null)
    return foldChunks(chunks)
  }

  const play = async (script: Script, reader = provider): Promise<string> => {
    upstream.next(script)
    const { chunks, failure, afterFailure } = await streamOutcome(reader, chatCall())
    expect(afterFailure).to.equal(0)
    const { choices, usage } = foldChunks(chunks)
    const ending = failure?.tag ?? choices[0]?.finish_reason ?? 'open'
    return `${textOfChunks(chunks)}|${ending}|${usage?.completionTokens ?? 'uncounted'}`
  }

  const ended = 'привет 🎉|stop|20'
  const cases: readonly [string, Script, string][] = [
    ['a whole stream', streams(WHOLE), ended],
    ['packets apart', streams(WHOLE, 2), ended],
    ['events of an unknown type', streams([START, event('invented', { a: 1 }), ...WHOLE.slice(1)]), ended],
    ['the end, then silence', streamsThenHangs(WHOLE), ended],
    ['words in the beginning of a block', streams([START, ...block(0, text('привет 🎉')), ...end('end_turn')]), ended],
    ['a limit reached', streams([...SAY, ...end('max_tokens')]), 'привет 🎉|length|20'],
    ['a refusal in the middle', streams([...SAY, ...end('refusal')]), 'привет 🎉|content_filter|20'],
    ['a paused turn', streams([...SAY, ...end('pause_turn')]), ended],
    ['no message_stop', streams(WHOLE.slice(0, -1)), 'привет 🎉|cut|1'],
    ['half a message_stop', streams([...WHOLE.slice(0, -1), 'event: message_stop\nda']), 'привет 🎉|cut|1'],
    ['a break before message_stop', streamsThenBreaks(WHOLE.slice(0, -1)), 'привет 🎉|cut|1'],
    ['a break in the middle', streamsThenBreaks(SAY), 'привет 🎉|cut|1'],
    ['a clean end in the middle', streams(SAY), 'привет 🎉|cut|1'],
    ['an empty stream', streams([]), '|cut|uncounted'],
    ['an end inside of a block', streams([...SAY, ...HALF_CALL, event('message_stop')]), 'привет 🎉|server_error|1'],
    ['a reason inside of a block', streams([...SAY, ...HALF_CALL, ...end('max_tokens')]), 'привет 🎉|length|20'],
    ['an end without a beginning', streams([event('message_stop')]), '|bad_answer|uncounted'],
    [
      'an error after the beginning',
      streams([...SAY, `event: error\ndata: ${JSON.stringify(errorBody('overloaded_error', 'x'))}\n\n`]),
      'привет 🎉|unavailable|1',
    ],
    ['an error in words', streams([...SAY, 'event: error\ndata: oh\n\n']), 'привет 🎉|server_error|1'],
    ['garbage', streams([...SAY, 'data: {"type\n\n', ...end('end_turn')]), 'привет 🎉|bad_answer|1'],
    ['an event too large', streams([START, ...textBlock(0, 'x'.repeat(500_000))]), '|too_large|1'],
    ['an answer in one piece', answersJson(message([text('a')])), 'a|stop|20'],
    ['an error in one piece', answersJson(errorBody('api_error', 'x')), '|server_error|uncounted'],
    ['a page', answersText('<html>', 200, 'text/html'), '|bad_answer|uncounted'],
    ['a bad key', answersJson(errorBody('authentication_error', 'x'), 401), '|misconfigured|uncounted'],
    ['a rate limit', answersJson(errorBody('rate_limit_error', 'x'), 429), '|rate_limited|uncounted'],
  ]
  for (const [title, script, expected] of cases) {
    it(`${title}: ${expected}`, async () => {
      expect(await play(script)).to.equal(expected)
    })
  }

  // Long enough that a busy machine has read what was sent before the silence.
  const SHORT = { idleTimeoutMs: 2_500, deadlineMs: 2_500 }
  const silences: readonly [string, Script, string][] = [
    ['silence in the middle', streamsThenHangs(SAY), 'привет 🎉|timed_out|1'],
    ['pings for ever', streamsThenBeats(SAY, PING, 20), 'привет 🎉|timed_out|1'],
    ['silence from the start', hangs(), '|timed_out|uncounted'],
  ]
  for (const [title, script, expected] of silences) {
    it(`${title}: ${expected}`, async () => {
      expect(await play(script, open(SHORT))).to.equal(expected)
    })
  }

  it('begins with the role and the count of the prompt, and ends with the reason and the whole usage', async () => {
    upstream.next(streams(WHOLE))
    const { chunks } = await streamOutcome(provider, chatCall())
    expect(chunks[0]).to.deep.equal({
      choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
      usage: { ...USAGE, completionTokens: 1, reasoningTokens: 0 },
    })
    expect(chunks.at(-1)).to.deep.equal({
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      usage: USAGE,
    })
    expect(chunks.slice(1, -1).every(({ usage }) => usage === null)).to.equal(true)
  })

  it('tells thoughts, and hides them in the id of the call that they led to', async () => {
    const { choices } = await fold(
      START,
      ...thinkingBlock(0, 'hm', 'sig'),
      ...textBlock(1, 'look'),
      ...toolBlock(2, 'toolu_1', 'weather', '', '{"in":', '"Riga"}'),
      ...block(3, { type: 'redacted_thinking', data: 'd' }),
      ...toolBlock(4, 'toolu_2', 'clock'),
      ...block(5, { type: 'tool_use', id: 'toolu_3', name: 'clock', input: { zone: 1 } }),
      ...end('tool_use'),
    )
    expect(choices[0]).to.include({ finish_reason: 'tool_calls' })
    expect(choices[0]?.message).to.include({ content: 'look', reasoning_content: 'hm' })
    const calls = choices[0]?.message.tool_calls ?? []
    expect(calls.map(({ function: called }) => called)).to.deep.equal([
      { name: 'weather', arguments: '{"in":"Riga"}' },
      { name: 'clock', arguments: '{}' },
      { name: 'clock', arguments: '{"zone":1}' },
    ])
    expect(calls.map(({ id }) => fromCallId(id))).to.deep.equal([
      { id: 'toolu_1', thinking: [{ type: 'thinking', thinking: 'hm', signature: 'sig' }] },
      { id: 'toolu_2', thinking: [{ type: 'redacted_thinking', data: 'd' }] },
      { id: 'toolu_3', thinking: [] },
    ])
  })

  it('declines in words of its own', async () => {
    const { choices } = await fold(START, ...end('refusal', { stop_details: { type: 'refusal', explanation: 'No.' } }))
    expect(choices[0]).to.deep.include({ finish_reason: 'content_filter' })
    expect(choices[0]?.message).to.include({ content: null, refusal: 'No.' })
  })

  it('tells the same split at any byte', async () => {
    const wire = Buffer.from(WHOLE.join(''))
    for (let at = 1; at < wire.length; at += 1) {
      upstream.next((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(wire.subarray(0, at))
        setImmediate(() => response.end(wire.subarray(at)))
      })
      const { chunks, failure } = await streamOutcome(provider, chatCall())
      expect([textOfChunks(chunks), failure], `split at ${at}`).to.deep.equal(['привет 🎉', null])
    }
  })

  it('closes the connection when the reader leaves', async () => {
    const before = upstream.abandoned()
    upstream.next(streamsThenBeats(SAY, PING, 20))
    const stream = await provider.stream(chatCall())
    if (isLeft(stream)) throw new Error(stream.left.message)
    for await (const element of stream.right.chunks) if (isRight(element)) break
    await eventually(() => upstream.abandoned() === before + 1)
  })

  it('reads reports of unknown names, each with new ones, in a time that grows with their number', () => {
    const reader = streamReader({})
    const read = (events: readonly SseEvent[]) => events.map((each) => reader.read(each))
    const unknown = (at: number) => ({ type: 'message_delta', delta: { [`a${at}`]: 1 }, usage: { [`b${at}`]: 1 } })
    const asEvent = (data: object): SseEvent => ({ name: null, data: JSON.stringify(data) })
    read([asEvent({ type: 'message_start', message: { usage: { input_tokens: 3, output_tokens: 1 } } })])
    // Where all names were kept, ten thousand events took half a minute of the whole process.
    read(Array.from({ length: 10_000 }, (_, at) => asEvent(unknown(at))))
    const last = { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 9 } }
    const [, ended] = read([asEvent(last), asEvent({ type: 'message_stop' })])
    expect(ended?.chunks[0]?.choices[0]?.finish_reason).to.equal('length')
    expect(ended?.chunks[0]?.usage).to.include({ promptTokens: 3, completionTokens: 9 })
  }).timeout(10_000)
})
