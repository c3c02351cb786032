import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { openAiCompatibleChat } from '../../../../src/adapters/providers/openai-compatible/chat-provider.ts'
import { DIALECTS } from '../../../../src/adapters/providers/openai-compatible/dialects.ts'
import type { Dialect } from '../../../../src/adapters/providers/openai-compatible/dialects.ts'
import { upstreamHttp } from '../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { ChatProvider } from '../../../../src/application/ports/providers/chat-provider.ts'
import { chatCall } from '../../../support/chat/chat-calls.ts'
import { eventually } from '../../../support/eventually.ts'
import { startScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import { answersJson, answersText, completion, hangs, resets } from '../../../support/upstreams/upstream-scripts.ts'
import { memoryUrlFetcher } from '../../../twins/media/memory-url-fetcher.ts'
import { TINY_PDF, TINY_PDF_URL } from '../../../support/media/tiny-pdf.ts'

const PAPER = 'https://papers.example/a.pdf'
const PAGE = 'https://papers.example/page'
const web = new Map([
  [PAPER, TINY_PDF],
  [PAGE, new TextEncoder().encode('<html>')],
])

describe('openAiCompatibleChat: a whole answer', () => {
  let upstream: ScriptedUpstream
  let provider: ChatProvider
  const http = upstreamHttp()

  const open = (timeouts: Parameters<typeof openAiCompatibleChat>[0]['timeouts'] = {}): ChatProvider =>
    openAiCompatibleChat({
      fetcher: memoryUrlFetcher(web),
      baseUrl: `${upstream.baseUrl}/`,
      apiKey: 'sk-test',
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

  const outcomeOf = async (script: Script): Promise<string> => {
    upstream.next(script)
    const outcome = await provider.complete(chatCall())
    return isLeft(outcome) ? outcome.left.tag : (outcome.right.completion.choices[0]?.message.content ?? '')
  }

  it('names a wish to see reasoning where the provider never shows any, and a wish not to see it where it has no such field', () => {
    const namedBy = (request: Readonly<Record<string, unknown>>): readonly Dialect[] =>
      DIALECTS.filter((dialect) => {
        const { ignoredFields } = openAiCompatibleChat({
          fetcher: memoryUrlFetcher(web),
          baseUrl: upstream.baseUrl,
          apiKey: 'sk-test',
          http,
          dialect,
        })
        return ignoredFields(chatCall({ request })).includes('include_reasoning')
      })
    expect(namedBy({ include_reasoning: true })).to.deep.equal(['openai', 'xai'])
    expect(namedBy({ include_reasoning: true, reasoning_effort: 'none' })).to.deep.equal([])
    expect(namedBy({ include_reasoning: false })).to.deep.equal(['plain', 'openai', 'xai', 'mistral', 'deepseek'])
  })

  it('posts the request where the provider wants it, with the key', async () => {
    await provider.complete(chatCall({ request: { temperature: 0.5 } }))
    const request = upstream.requests.at(-1)
    expect(request).to.deep.include({ method: 'POST', path: '/v1/chat/completions' })
    expect(request?.headers).to.include({ authorization: 'Bearer sk-test', 'content-type': 'application/json' })
    expect(request?.body).to.deep.equal({
      model: 'm',
      temperature: 0.5,
      messages: [{ role: 'user', content: 'one two three' }],
    })
  })

  it('sends the bytes of a PDF that is named by its address, and nothing where they cannot be had', async () => {
    const named = (file_url: string) =>
      chatCall({ request: { messages: [{ role: 'user', content: [{ type: 'file', file: { file_url } }] }] } })
    upstream.next(answersJson(completion({ content: 'read' })))
    await provider.complete(named(PAPER))
    const content = [{ type: 'file', file: { file_data: TINY_PDF_URL, filename: 'document.pdf' } }]
    expect(upstream.requests.at(-1)?.body).to.deep.include({ messages: [{ role: 'user', content }] })
    const sent = upstream.requests.length
    for (const url of [PAGE, 'https://papers.example/none.pdf']) {
      const outcome = await provider.complete(named(url))
      expect(outcome, url).to.have.nested.property('left.code', 'url_not_fetchable')
      expect(outcome, url).to.have.nested.property('left.param', 'messages.0.content.0.file.file_url')
    }
    expect(upstream.requests.length).to.equal(sent)
  })

  it('sends no key where there is none', async () => {
    await openAiCompatibleChat({
      fetcher: memoryUrlFetcher(new Map()),
      baseUrl: upstream.baseUrl,
      apiKey: null,
      http,
    }).complete(chatCall())
    expect(upstream.requests.at(-1)?.headers).to.not.have.property('authorization')
  })

  it('returns the answer and the id that the provider gave the call', async () => {
    upstream.next(
      answersJson(completion({ content: 'a' })),
      answersJson(completion({ content: 'a' }), 200, { 'x-request-id': 'r1' }),
    )
    expect(await provider.complete(chatCall())).to.have.nested.property('right.upstreamRequestId', 'chatcmpl-1')
    expect(await provider.complete(chatCall())).to.have.nested.property('right.upstreamRequestId', 'r1')
  })

  const cases: readonly [string, Script, string][] = [
    [
      'DeepSeek: blank lines before the JSON',
      answersText(`\n\n\n${JSON.stringify(completion({ content: 'a' }))}`),
      'a',
    ],
    ['an error as 200', answersJson({ error: { code: 502, message: 'x' } }), 'server_error'],
    ['garbage', answersText('{"choices": [{'), 'bad_answer'],
    ['nothing', answersText(''), 'bad_answer'],
    ['a page', answersText('<html>', 200, 'text/html'), 'bad_answer'],
    ['JSON of another kind', answersJson([1, 2, 3]), 'bad_answer'],
    ['no choice', answersJson({ choices: [] }), 'bad_answer'],
    ['a choice that failed', answersJson({ choices: [{ message: {}, finish_reason: 'error' }] }), 'server_error'],
    ['an answer too large', answersText(' '.repeat(200_000)), 'too_large'],
    ['a bad key', answersJson({ error: { message: 'Incorrect API key provided' } }, 401), 'misconfigured'],
    ['a bad parameter', answersJson({ error: { message: 'bad', param: 'top_p' } }, 400), 'rejected'],
    ['a rate limit', answersJson({ error: { message: 'x' } }, 429, { 'retry-after': '3' }), 'rate_limited'],
    ['a broken page as an error', answersText('<html>', 500, 'text/html'), 'server_error'],
    ['a redirect', answersJson({}, 302, { location: '/' }), 'misconfigured'],
    ['a reset', resets(), 'cut'],
  ]
  for (const [title, script, expected] of cases) {
    it(`${title}: ${expected}`, async () => {
      expect(await outcomeOf(script)).to.equal(expected)
    })
  }

  it('silence: timed_out', async () => {
    upstream.next(hangs())
    expect(await open({ nonStreamingIdleTimeoutMs: 200 }).complete(chatCall())).to.have.nested.property(
      'left.tag',
      'timed_out',
    )
  })

  it('cancelling closes the connection at once', async () => {
    const cancel = new AbortController()
    const socketsBefore = upstream.abandoned()
    const requestsBefore = upstream.requests.length
    upstream.next(hangs())
    const outcome = openAiCompatibleChat({
      fetcher: memoryUrlFetcher(new Map()),
      baseUrl: upstream.baseUrl,
      apiKey: null,
      http,
    }).complete(chatCall({ signal: cancel.signal }))
    await eventually(() => upstream.requests.length > requestsBefore)
    cancel.abort()
    expect(await outcome).to.have.nested.property('left.tag', 'cut')
    await eventually(() => upstream.abandoned() === socketsBefore + 1)
  })
})
