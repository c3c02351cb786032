import { memoryUrlFetcher } from '../../../../twins/media/memory-url-fetcher.ts'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { openAiCompatibleChat } from '../../../../../src/adapters/providers/openai-compatible/chat-provider.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { ChatProvider } from '../../../../../src/application/ports/providers/chat-provider.ts'
import { foldChunks } from '../../../../../src/domain/chat/answers/fold.ts'
import { chatCall, streamOutcome, textOfChunks } from '../../../../support/chat/chat-calls.ts'
import { eventually } from '../../../../support/eventually.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import {
  answersJson,
  answersText,
  chunk,
  completion,
  DONE,
  frame,
  hangs,
  streams,
  streamsThenBeats,
  streamsThenBreaks,
  streamsThenHangs,
  usage,
  usageChunk,
} from '../../../../support/upstreams/upstream-scripts.ts'

const SAY = [
  frame(chunk({ role: 'assistant', content: '' })),
  frame(chunk({ content: 'привет ' })),
  frame(chunk({ content: '🎉' })),
]
const HALF_CALL = frame(
  chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"city": "Mos' } }] }),
)
const FINISH = frame(chunk({}, 'stop'))
const USAGE = frame(usageChunk(usage(3, 2)))
const WHOLE = [...SAY, FINISH, USAGE, DONE]

describe('openAiCompatibleChat: a stream', () => {
  let upstream: ScriptedUpstream
  let provider: ChatProvider
  const http = upstreamHttp()

  const open = (timeouts: Parameters<typeof openAiCompatibleChat>[0]['timeouts'] = {}): ChatProvider =>
    openAiCompatibleChat({
      fetcher: memoryUrlFetcher(new Map()),
      baseUrl: upstream.baseUrl,
      apiKey: null,
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

  const play = async (script: Script, reader = provider): Promise<string> => {
    upstream.next(script)
    const { chunks, failure, afterFailure } = await streamOutcome(reader, chatCall())
    expect(afterFailure).to.equal(0)
    const { choices, usage: counted } = foldChunks(chunks)
    const end = failure?.tag ?? choices[0]?.finish_reason ?? 'open'
    return `${textOfChunks(chunks)}|${end}|${counted?.completionTokens ?? 'uncounted'}`
  }

  const ended = 'привет 🎉|stop|2'
  const cases: readonly [string, Script, string][] = [
    ['a whole stream', streams(WHOLE), ended],
    ['packets apart', streams(WHOLE, 2), ended],
    ['CRLF', streams([WHOLE.join('').replaceAll('\n', '\r\n')]), ended],
    [
      'comments all over',
      streams(WHOLE.flatMap((one) => [': keep-alive\n\n', one, ': OPENROUTER PROCESSING\n\n'])),
      ended,
    ],
    ['no [DONE], but a finish', streams([...SAY, FINISH, USAGE]), ended],
    ['no blank line after the last frame', streams([...SAY, FINISH, USAGE.trimEnd()]), ended],
    ['no finish, but [DONE]', streams([...SAY, USAGE, DONE]), ended],
    ['a call that breaks off, but [DONE]', streams([...SAY, HALF_CALL, USAGE, DONE]), 'привет 🎉|server_error|2'],
    ['[DONE], then silence', streamsThenHangs(WHOLE), ended],
    ['a break after the count', streamsThenBreaks([...SAY, FINISH, USAGE]), ended],
    ['a clean end after the finish, without a count', streams([...SAY, FINISH]), 'привет 🎉|stop|uncounted'],
    ['a break after the finish', streamsThenBreaks([...SAY, FINISH]), 'привет 🎉|cut|uncounted'],
    ['half a frame after the finish', streams([...SAY, FINISH, USAGE.slice(0, 30)]), 'привет 🎉|cut|uncounted'],
    ['a break in the middle', streamsThenBreaks(SAY), 'привет 🎉|cut|uncounted'],
    ['a clean end in the middle', streams(SAY), 'привет 🎉|cut|uncounted'],
    ['half a frame at a clean end', streams([...SAY, FINISH.slice(0, 30)]), 'привет 🎉|cut|uncounted'],
    ['an empty stream', streams([]), '|cut|uncounted'],
    ['[DONE] alone', streams([DONE]), '|bad_answer|uncounted'],
    [
      'an error frame',
      streams([...SAY, frame({ error: { message: 'x', type: 'server_error' } }), DONE]),
      'привет 🎉|server_error|uncounted',
    ],
    [
      'a named error',
      streams([...SAY, `event: error\n${frame({ message: 'x' })}`, DONE]),
      'привет 🎉|server_error|uncounted',
    ],
    [
      'a named error in words',
      streams([...SAY, 'event: error\ndata: overloaded\n\n']),
      'привет 🎉|server_error|uncounted',
    ],
    [
      'OpenRouter: an error beside a choice',
      streams([...SAY, frame(chunk({}, 'error', { error: { code: 429, message: 'x' } }))]),
      'привет 🎉|rate_limited|uncounted',
    ],
    ['vLLM: a flat error', streams([frame({ object: 'error', message: 'x', code: 400 })]), '|rejected|uncounted'],
    ['Mistral: finish reason error', streams([...SAY, frame(chunk({}, 'error'))]), 'привет 🎉|server_error|uncounted'],
    ['garbage', streams([...SAY, 'data: {"choices\n\n', DONE]), 'привет 🎉|bad_answer|uncounted'],
    ['JSON of another kind', streams([...SAY, frame([1]), DONE]), 'привет 🎉|bad_answer|uncounted'],
    [
      'a frame too large in the same packet',
      streams([SAY.join('') + frame(chunk({ content: 'x'.repeat(500_000) }))]),
      'привет 🎉|too_large|uncounted',
    ],
    [
      'a frame too large',
      streams([...SAY, frame(chunk({ content: 'x'.repeat(500_000) }))]),
      'привет 🎉|too_large|uncounted',
    ],
    [
      'xAI: an error as JSON with status 200',
      answersJson({ code: 'Client specified an invalid argument', error: 'bad' }),
      '|rejected|uncounted',
    ],
    ['an answer in one piece', answersJson(completion({ content: 'a b' })), 'a b|stop|2'],
    ['an empty answer in one piece', answersJson({ choices: [] }), '|bad_answer|uncounted'],
    ['a page', answersText('<html>', 200, 'text/html'), '|bad_answer|uncounted'],
    ['a rate limit', answersJson({ error: { message: 'x' } }, 429), '|rate_limited|uncounted'],
  ]
  for (const [title, script, expected] of cases) {
    it(`${title}: ${expected}`, async () => {
      expect(await play(script)).to.equal(expected)
    })
  }

  // Long enough that a busy machine has read what was sent before the silence.
  const SHORT = { idleTimeoutMs: 2_500, deadlineMs: 2_500 }
  const silences: readonly [string, Script, string][] = [
    ['silence in the middle', streamsThenHangs(SAY), 'привет 🎉|timed_out|uncounted'],
    ['keep-alives for ever', streamsThenBeats(SAY, ': x\n\n', 20), 'привет 🎉|timed_out|uncounted'],
    ['silence from the start', hangs(), '|timed_out|uncounted'],
    [
      'keep-alives after the finish for ever',
      streamsThenBeats([...SAY, FINISH], ': x\n\n', 20),
      'привет 🎉|timed_out|uncounted',
    ],
  ]
  for (const [title, script, expected] of silences) {
    it(`${title}: ${expected}`, async () => {
      expect(await play(script, open(SHORT))).to.equal(expected)
    })
  }

  it('asks for a stream and for its usage', async () => {
    await streamOutcome(provider, chatCall())
    expect(upstream.requests.at(-1)?.body).to.deep.include({ stream: true, stream_options: { include_usage: true } })
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

  it('tells the same in any packets', async () => {
    const wire = Buffer.from(WHOLE.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(wire.length), { maxLength: 12 }), async (offsets) => {
        const cuts = [0, ...offsets.toSorted((a, b) => a - b), wire.length]
        expect(await play(streams(cuts.slice(1).map((end, index) => wire.subarray(cuts[index], end))))).to.equal(ended)
      }),
      { numRuns: 30 },
    )
  })

  it('tells together what one read of the socket brought, and what came before a failure', async () => {
    upstream.next((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      // What is written in one turn leaves in one go, each frame a chunk of the body.
      for (const one of [...SAY, frame({ error: { message: 'x', type: 'server_error' } })]) response.write(one)
      response.end()
    })
    const stream = await provider.stream(chatCall())
    if (isLeft(stream)) throw new Error(stream.left.message)
    const elements = []
    for await (const element of stream.right.chunks) elements.push(element)
    expect(elements.map((element) => (isLeft(element) ? element.left.tag : textOfChunks(element.right)))).to.deep.equal(
      ['привет 🎉', 'server_error'],
    )
  })

  describe('closes the connection', () => {
    const leaves = async (leave: (cancel: AbortController) => Promise<unknown>): Promise<void> => {
      const before = upstream.abandoned()
      upstream.next(streamsThenBeats(SAY, ': x\n\n', 20))
      await leave(new AbortController())
      await eventually(() => upstream.abandoned() === before + 1)
    }

    it('when the call is cancelled between chunks', () =>
      leaves(async (cancel) => {
        const stream = await provider.stream(chatCall({ signal: cancel.signal }))
        if (isLeft(stream)) throw new Error(stream.left.message)
        let last: unknown = null
        for await (const element of stream.right.chunks) {
          last = element
          cancel.abort()
        }
        expect(last).to.have.nested.property('left.tag', 'cut')
      }))

    it('when the call is cancelled before anybody reads', () =>
      leaves(async (cancel) => {
        await provider.stream(chatCall({ signal: cancel.signal }))
        cancel.abort()
      }))

    it('when the reader leaves', () =>
      leaves(async () => {
        const stream = await provider.stream(chatCall())
        if (isLeft(stream)) throw new Error(stream.left.message)
        for await (const element of stream.right.chunks) if (isRight(element)) break
      }))
  })
})
