import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { googleChat } from '../../../../../src/adapters/providers/google/chat/chat-provider.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { ChatProvider } from '../../../../../src/application/ports/providers/chat-provider.ts'
import { foldChunks } from '../../../../../src/domain/chat/answers/fold.ts'
import type { ChatFile, ChatMessage } from '../../../../../src/domain/chat/message.ts'
import { totalTokens } from '../../../../../src/domain/pricing/token-price.ts'
import { chatCall, streamOutcome } from '../../../../support/chat/chat-calls.ts'
import { eventually } from '../../../../support/eventually.ts'
import {
  BAD_KEY,
  blockedPrompt,
  content,
  cutUp,
  events,
  googleError,
  RATE_LIMITED,
  USAGE,
} from '../../../../support/upstreams/google-answers.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import { TINY_PNG } from '../../../../support/media/tiny-images.ts'
import { TINY_PDF, TINY_PDF_URL } from '../../../../support/media/tiny-pdf.ts'
import {
  answersJson,
  answersText,
  hangs,
  resets,
  streams,
  streamsThenBreaks,
  streamsThenHangs,
} from '../../../../support/upstreams/upstream-scripts.ts'
import { memoryUrlFetcher } from '../../../../twins/media/memory-url-fetcher.ts'

const TALLY = { promptTokens: 20, cachedTokens: 5, cacheWriteTokens: 0, completionTokens: 18, reasoningTokens: 11 }

/** Why Google breaks an answer off, by its own table of reasons. */
const BROKEN_ENDS = [
  ['OTHER', 'MALFORMED_FUNCTION_CALL', 'MALFORMED_RESPONSE'],
  ['UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'MISSING_THOUGHT_SIGNATURE'],
].flat()

describe('googleChat', () => {
  let upstream: ScriptedUpstream
  let provider: ChatProvider
  const http = upstreamHttp()
  const fetcher = memoryUrlFetcher(
    new Map([
      ['https://images.example/a.png', TINY_PNG],
      ['https://images.example/paper', TINY_PDF],
    ]),
  )

  const open = (timeouts: Parameters<typeof googleChat>[0]['timeouts'] = {}): ChatProvider =>
    googleChat({
      baseUrl: `${upstream.baseUrl}/`,
      apiKey: 'g-key',
      http,
      fetcher,
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

  const complete = (script: Script, given: Parameters<typeof chatCall>[0] = {}) => {
    upstream.next(script)
    return provider.complete(chatCall(given))
  }
  const stream = (script: Script, given: Parameters<typeof chatCall>[0] = {}) => {
    upstream.next(script)
    return streamOutcome(provider, chatCall(given))
  }
  const lastRequest = () => upstream.requests.at(-1)

  describe('a whole answer', () => {
    it('is asked for at the model, with the key in its own header', async () => {
      await complete(answersJson(content([{ text: 'yes' }])), {
        upstreamModel: 'gemini-x',
        request: { temperature: 1 },
      })
      expect(lastRequest()).to.deep.include({ method: 'POST', path: '/v1/models/gemini-x:generateContent' })
      expect(lastRequest()?.headers).to.include({ 'x-goog-api-key': 'g-key', 'content-type': 'application/json' })
      expect(lastRequest()?.headers).to.not.have.property('authorization')
      expect(lastRequest()?.body).to.deep.equal({
        contents: [{ role: 'user', parts: [{ text: 'one two three' }] }],
        generationConfig: { temperature: 1 },
      })
    })

    it('joins the text apart from the thoughts, and counts both', async () => {
      const parts = [{ text: 'hm', thought: true }, { text: 'yes, ' }, { text: 'sure', thoughtSignature: 'c2ln' }]
      const outcome = await complete(answersJson(content(parts)))
      expect(outcome).to.deep.include({
        right: {
          upstreamRequestId: 'resp-1',
          completion: {
            choices: [
              {
                index: 0,
                message: {
                  role: 'assistant',
                  content: 'yes, sure',
                  reasoning_content: 'hm',
                  reasoning_signature: 'gts1.c2ln',
                },
                finish_reason: 'stop',
              },
            ],
            usage: TALLY,
            extras: undefined,
          },
        },
      })
    })

    const finishes: readonly [string, Script, string][] = [
      ['a limit reached by thinking alone', answersJson({ ...content([], 'MAX_TOKENS') }), 'length'],
      ['a long answer that could go on', answersJson(content([{ text: 'a' }], 'CONTINUATION')), 'length'],
      ['a blocked prompt', answersJson(blockedPrompt()), 'content_filter'],
      ['a refusal without content', answersJson({ candidates: [{ finishReason: 'SAFETY' }] }), 'content_filter'],
      ...['RECITATION', 'MODEL_ARMOR', 'ESCALATION', 'PUP_LIMITED_DISABLED'].map((reason): [string, Script, string] => [
        `${reason} after words`,
        answersJson(content([{ text: 'a' }], reason)),
        'content_filter',
      ]),
      ['an end of a new name', answersJson(content([{ text: 'a' }], 'WHATEVER')), 'stop'],
    ]
    for (const [title, script, expected] of finishes) {
      it(`${title}: ${expected}`, async () => {
        expect(await complete(script)).to.have.nested.property('right.completion.choices[0].finish_reason', expected)
      })
    }

    const failures: readonly [string, Script, string][] = [
      ['trouble in place of words', answersJson(content([], 'MALFORMED_FUNCTION_CALL')), 'server_error'],
      ...BROKEN_ENDS.map((reason): [string, Script, string] => [
        `words that end in ${reason}`,
        answersJson(content([{ text: 'a' }], reason)),
        'server_error',
      ]),
      [
        'a call that was not offered',
        answersJson(content([{ functionCall: { name: 'look', args: {} } }], 'UNEXPECTED_TOOL_CALL')),
        'server_error',
      ],
      ['no candidate and no reason', answersJson({ candidates: [] }), 'bad_answer'],
      [
        'a block of no reason',
        answersJson({ promptFeedback: { blockReason: 'BLOCKED_REASON_UNSPECIFIED' } }),
        'bad_answer',
      ],
      ['an error as 200', answersJson(googleError(503, 'UNAVAILABLE', 'The model is overloaded.')), 'unavailable'],
      ['an error in a list', answersJson([googleError(500, 'INTERNAL', 'x')], 500), 'server_error'],
      ['a bad key as 400', BAD_KEY, 'misconfigured'],
      ['a rate limit', RATE_LIMITED, 'rate_limited'],
      ['a bad argument', answersJson(googleError(400, 'INVALID_ARGUMENT', 'topK too large'), 400), 'rejected'],
      ['garbage', answersText('{"candidates": [{'), 'bad_answer'],
      ['a page', answersText('<html>', 200, 'text/html'), 'bad_answer'],
      ['an answer too large', answersText(' '.repeat(200_000)), 'too_large'],
      ['a reset', resets(), 'cut'],
    ]
    for (const [title, script, expected] of failures) {
      it(`${title}: ${expected}`, async () => {
        expect(await complete(script)).to.have.nested.property('left.tag', expected)
      })
    }

    it('silence: timed_out', async () => {
      upstream.next(hangs())
      expect(await open({ nonStreamingIdleTimeoutMs: 200 }).complete(chatCall())).to.have.nested.property(
        'left.tag',
        'timed_out',
      )
    })

    it('waits as long as Google asks', async () => {
      expect(await complete(RATE_LIMITED)).to.have.nested.property('left.retryAfterSeconds', 17)
    })
  })

  describe('a tool call', () => {
    const CALLS = [
      { functionCall: { id: 'fc-1', name: 'look', args: { city: 'Omsk' } }, thoughtSignature: 'CiQB+/9=' },
      { functionCall: { name: 'wait' } },
    ]
    const tools = [{ type: 'function', function: { name: 'look' } }]

    it('comes back with the signature that it came with', async () => {
      const first = await complete(answersJson(content(CALLS)), { request: { tools } })
      if (isLeft(first)) throw new Error(first.left.message)
      const [choice] = first.right.completion.choices
      expect(choice).to.have.property('finish_reason', 'tool_calls')
      expect(choice?.message.content).to.equal(null)
      const calls = choice?.message.tool_calls ?? []
      expect(calls.map((call) => call.function)).to.deep.equal([
        { name: 'look', arguments: '{"city":"Omsk"}' },
        { name: 'wait', arguments: '{}' },
      ])
      for (const { id } of calls) expect(id).to.match(/^[A-Za-z0-9_-]+$/)

      const messages: readonly ChatMessage[] = [
        { role: 'user', content: 'weather?' },
        { role: 'assistant', content: null, tool_calls: calls },
        ...calls.map(({ id }): ChatMessage => ({ role: 'tool', tool_call_id: id, content: '{"degrees":-20}' })),
      ]
      await complete(answersJson(content([{ text: 'cold' }])), { request: { messages, tools } })
      const generatedId = calls[1]?.id
      expect(lastRequest()?.body['contents']).to.deep.equal([
        { role: 'user', parts: [{ text: 'weather?' }] },
        {
          role: 'model',
          parts: [
            { functionCall: { id: 'fc-1', name: 'look', args: { city: 'Omsk' } }, thoughtSignature: 'CiQB+/9=' },
            { functionCall: { id: generatedId, name: 'wait', args: {} } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'fc-1', name: 'look', response: { degrees: -20 } } },
            { functionResponse: { id: generatedId, name: 'wait', response: { degrees: -20 } } },
          ],
        },
      ])
    })

    it('is streamed whole, and is the same as unstreamed', async () => {
      const text = events(content([CALLS[0] ?? {}], null), content([CALLS[1] ?? {}], null), content([{ text: '' }]))
      const { chunks, failure } = await stream(streams([text]))
      const whole = await complete(answersJson(content(CALLS)))
      if (isLeft(whole)) throw new Error(whole.left.message)
      expect(failure).to.equal(null)
      const [choice] = foldChunks(chunks).choices
      expect(choice?.message.tool_calls).to.deep.equal(whole.right.completion.choices[0]?.message.tool_calls)
      expect(choice?.finish_reason).to.equal('tool_calls')
      expect(
        chunks.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []).map(({ index }) => index),
      ).to.deep.equal([0, 1])
    })
  })

  describe('a stream', () => {
    const grown = (candidates: number) => ({ usageMetadata: { ...USAGE, candidatesTokenCount: candidates } })
    const TEXT = events(
      content([{ text: 'ду', thought: true }], null, grown(1)),
      content([{ text: 'да, ' }], null, grown(3)),
      content([{ text: '👍' }], 'STOP', grown(7)),
    )

    it('is asked for as events', async () => {
      await stream(streams([TEXT]), { upstreamModel: 'gemini-x' })
      expect(lastRequest()).to.deep.include({ path: '/v1/models/gemini-x:streamGenerateContent?alt=sse' })
    })

    it('tells the name that Google gave the call, once it has begun', async () => {
      upstream.next(answersText(TEXT, 200, 'text/event-stream'))
      const opened = await provider.stream(chatCall())
      if (isLeft(opened)) throw new Error(opened.left.message)
      for await (const _ of opened.right.chunks) break
      expect(opened.right.upstreamRequestId()).to.equal('resp-1')
    })

    for (const pieceBytes of [1, 7, 10_000]) {
      it(`reads the same in pieces of ${pieceBytes} bytes`, async () => {
        const { chunks, failure } = await stream(streams(cutUp(TEXT, pieceBytes)))
        expect(failure).to.equal(null)
        expect(chunks.map(({ choices }) => choices[0])).to.deep.equal([
          { index: 0, delta: { role: 'assistant', reasoning_content: 'ду' }, finish_reason: null },
          { index: 0, delta: { content: 'да, ' }, finish_reason: null },
          { index: 0, delta: { content: '👍' }, finish_reason: null },
          { index: 0, delta: {}, finish_reason: 'stop' },
        ])
        expect(foldChunks(chunks).usage).to.deep.equal(TALLY)
      })
    }

    const ends: readonly [string, Script, string | undefined][] = [
      ['a clean end without a reason', streams([events(content([{ text: 'a' }], null))]), 'cut'],
      ['a connection that breaks', streamsThenBreaks([events(content([{ text: 'a' }], null))]), 'cut'],
      ['nothing at all', streams([]), 'cut'],
      ['half an event', streams([events(content([{ text: 'a' }], null)), 'data: {"candidates": [']), 'cut'],
      [
        'an error in its middle',
        streams([events(content([{ text: 'a' }], null), googleError(500, 'INTERNAL', 'x'))]),
        'server_error',
      ],
      [
        'an error of no number',
        streams([events({ error: { message: 'x', status: 'RESOURCE_EXHAUSTED' } })]),
        'rate_limited',
      ],
      ['an error in place of a stream', answersJson([googleError(400, 'INVALID_ARGUMENT', 'x')]), 'rejected'],
      ['a whole answer in place of a stream', answersJson(content([{ text: 'a' }])), undefined],
      ['something else', streams(['data: 7\n\n', events(content([{ text: 'a' }]))]), 'bad_answer'],
      ['trouble before any word', streams([events(content([], 'MALFORMED_FUNCTION_CALL'))]), 'server_error'],
      ['trouble after words', streams([events(content([{ text: 'a' }], null), content([], 'OTHER'))]), 'server_error'],
      ['a bad key', BAD_KEY, 'misconfigured'],
      ['a rate limit', RATE_LIMITED, 'rate_limited'],
    ]
    for (const [title, script, expected] of ends) {
      it(`${title}: ${expected ?? 'whole'}`, async () => {
        const { failure, afterFailure } = await stream(script)
        expect(failure?.tag).to.equal(expected)
        expect(afterFailure).to.equal(0)
      })
    }

    it('silence: timed_out', async () => {
      upstream.next(streamsThenHangs([events(content([{ text: 'a' }], null))]))
      const { failure, afterFailure } = await streamOutcome(open({ idleTimeoutMs: 200 }), chatCall())
      expect([failure?.tag, afterFailure]).to.deep.equal(['timed_out', 0])
    })

    const finishes: readonly [string, string, string][] = [
      ['a blocked prompt', events(blockedPrompt()), 'content_filter'],
      ['a refusal in its middle', events(content([{ text: 'a' }], null), content([], 'SAFETY')), 'content_filter'],
      ['a limit', events(content([{ text: 'a' }], 'MAX_TOKENS')), 'length'],
    ]
    for (const [title, text, expected] of finishes) {
      it(`${title}: ${expected}`, async () => {
        const { chunks, failure } = await stream(streams([text]))
        expect(failure).to.equal(null)
        expect(chunks[0]?.choices[0]?.delta.role).to.equal('assistant')
        expect(foldChunks(chunks).choices[0]?.finish_reason).to.equal(expected)
      })
    }

    it('is whole once it has a reason to end, however the connection ends', async () => {
      const { failure } = await stream(streamsThenBreaks([events(content([{ text: 'a' }]))]))
      expect(failure).to.equal(null)
    })

    it('is cancelled with its reader', async () => {
      const abandoned = upstream.abandoned()
      upstream.next(streamsThenHangs([events(content([{ text: 'a' }], null))]))
      const opened = await provider.stream(chatCall())
      if (isLeft(opened)) throw new Error(opened.left.message)
      for await (const _ of opened.right.chunks) break
      await eventually(() => upstream.abandoned() === abandoned + 1)
    })
  })

  describe('images of the web', () => {
    const asking = (...urls: readonly string[]) => ({
      request: {
        messages: urls.map((url): ChatMessage => ({
          role: 'user',
          content: [{ type: 'image_url', image_url: { url } }],
        })),
      },
    })

    it('are fetched here and sent along', async () => {
      const url = 'https://images.example/a.png'
      await complete(answersJson(content([{ text: 'a' }])), asking(url, url))
      const inlineData = { mimeType: 'image/png', data: Buffer.from(TINY_PNG).toString('base64') }
      expect(lastRequest()?.body['contents']).to.deep.equal([
        { role: 'user', parts: [{ inlineData }] },
        { role: 'user', parts: [{ inlineData }] },
      ])
    })

    const refused: readonly [string, string][] = [
      ['https://images.example/none.png', 'url_not_fetchable'],
      ['http://127.0.0.1/a.png', 'unsafe_url'],
    ]
    for (const [url, code] of refused) {
      it(`${url}: ${code}, before anything is sent`, async () => {
        const requests = upstream.requests.length
        const outcome = await provider.complete(chatCall(asking(url)))
        expect(outcome).to.have.nested.property('left.tag', 'rejected')
        expect(outcome).to.have.nested.property('left.code', code)
        expect(outcome).to.have.nested.property('left.param', 'messages.0.content.0.image_url.url')
        expect(upstream.requests.length).to.equal(requests)
      })
    }

    it('are not fetched for a request that cannot be sent', async () => {
      const outcome = await provider.complete(
        chatCall({ request: { ...asking('https://images.example/none.png').request, n: 2 } }),
      )
      expect(outcome).to.have.nested.property('left.param', 'n')
    })
  })

  describe('files', () => {
    const asking = (...files: readonly ChatFile[]) => ({
      request: { messages: files.map((file): ChatMessage => ({ role: 'user', content: [{ type: 'file', file }] })) },
    })

    it('are sent as their bytes, those of the web too', async () => {
      const named = { file_url: 'https://images.example/paper' }
      await complete(answersJson(content([{ text: 'a' }])), asking({ file_data: TINY_PDF_URL }, named))
      const inlineData = { mimeType: 'application/pdf', data: Buffer.from(TINY_PDF).toString('base64') }
      expect(lastRequest()?.body['contents']).to.deep.equal([
        { role: 'user', parts: [{ inlineData }] },
        { role: 'user', parts: [{ inlineData }] },
      ])
    })

    it('are refused before anything is sent where the address leads to no PDF', async () => {
      const requests = upstream.requests.length
      const outcome = await provider.complete(chatCall(asking({ file_url: 'https://images.example/a.png' })))
      expect(outcome).to.have.nested.property('left.code', 'url_not_fetchable')
      expect(outcome).to.have.nested.property('left.param', 'messages.0.content.0.file.file_url')
      expect(upstream.requests.length).to.equal(requests)
    })
  })

  it('counts so that the parts fit into the whole', async () => {
    const tallies = [
      USAGE,
      { promptTokenCount: 20, toolUsePromptTokenCount: 4, candidatesTokenCount: 1, totalTokenCount: 25 },
      { promptTokenCount: 20, thoughtsTokenCount: 9, totalTokenCount: 29 },
      { promptTokenCount: 20, totalTokenCount: 29 },
      { promptTokenCount: 2, cachedContentTokenCount: 9, candidatesTokenCount: 1, totalTokenCount: 3 },
    ]
    for (const usageMetadata of tallies) {
      const outcome = await complete(answersJson(content([{ text: 'a' }], 'STOP', { usageMetadata })))
      if (isLeft(outcome)) throw new Error(outcome.left.message)
      const { usage } = outcome.right.completion
      if (usage === null) throw new Error('no usage')
      expect(totalTokens(usage)).to.equal(usageMetadata['totalTokenCount'])
      expect(usage.cachedTokens).to.be.at.most(usage.promptTokens)
      expect(usage.reasoningTokens).to.be.at.most(usage.completionTokens)
    }
  })
})
