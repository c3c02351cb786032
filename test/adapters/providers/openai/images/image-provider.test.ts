import { expect } from 'chai'
import { openAiImages } from '../../../../../src/adapters/providers/openai/images/image-provider.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { ImageProvider } from '../../../../../src/application/ports/providers/image-provider.ts'
import { eventually } from '../../../../support/eventually.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import { TINY_GIF, TINY_PNG } from '../../../../support/media/tiny-images.ts'
import { answersJson, answersText, hangs, resets } from '../../../../support/upstreams/upstream-scripts.ts'
import { memoryUrlFetcher } from '../../../../twins/media/memory-url-fetcher.ts'
import { imageCall, PNG, PNG_BASE64 } from '../media-calls.ts'

const WHERE = 'https://cdn.example.com/a.png'

const USAGE = {
  input_tokens: 60,
  input_tokens_details: { text_tokens: 10, image_tokens: 50 },
  output_tokens: 400,
  output_tokens_details: { text_tokens: 30, image_tokens: 370 },
  total_tokens: 460,
}

const sendsImages = (...data: readonly unknown[]): Script => answersJson({ created: 1, data, usage: USAGE })

const error = (fields: object, status = 400, headers: Readonly<Record<string, string>> = {}): Script =>
  answersJson(
    { error: { message: 'No.', type: 'invalid_request_error', param: null, code: null, ...fields } },
    status,
    headers,
  )

describe('openAiImages', () => {
  let upstream: ScriptedUpstream
  let provider: ImageProvider
  const http = upstreamHttp()

  const open = (timeouts: Parameters<typeof openAiImages>[0]['timeouts'] = {}): ImageProvider =>
    openAiImages({
      baseUrl: `${upstream.baseUrl}/`,
      apiKey: 'sk-ours',
      http,
      fetcher: memoryUrlFetcher(new Map([[WHERE, TINY_GIF]])),
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

  it('posts JSON with the key, and returns images and tokens', async () => {
    upstream.next(
      answersJson(
        { data: [{ b64_json: PNG_BASE64, revised_prompt: 'a fat cat' }, { b64_json: PNG_BASE64 }], usage: USAGE },
        200,
        {
          'x-request-id': 'req_1',
        },
      ),
    )
    expect(await provider.generate(imageCall({ n: 2 }))).to.deep.equal({
      _tag: 'Right',
      right: {
        images: [
          { bytes: TINY_PNG, revisedPrompt: 'a fat cat' },
          { bytes: TINY_PNG, revisedPrompt: null },
        ],
        usage: { inputTextTokens: 10, inputImageTokens: 50, outputTokens: 400, textOutputTokens: 30, totalTokens: 460 },
        upstreamRequestId: 'req_1',
      },
    })
    const request = upstream.requests.at(-1)
    expect(request).to.deep.include({ method: 'POST', path: '/v1/images/generations' })
    expect(request?.headers).to.include({ authorization: 'Bearer sk-ours', 'content-type': 'application/json' })
  })

  it('posts edits as a form that other programs read', async () => {
    upstream.next(sendsImages({ b64_json: PNG_BASE64 }))
    await provider.generate(imageCall({ prompt: 'ein Bär 🐻', images: [PNG, PNG], mask: PNG, n: 2 }))
    const request = upstream.requests.at(-1)
    expect(request?.path).to.equal('/v1/images/edits')
    const headers = { 'content-type': request?.headers['content-type'] ?? '' }
    const form = await new Response(Buffer.from(request?.raw ?? []), { headers }).formData()
    expect([form.get('prompt'), form.get('n'), form.get('model')]).to.deep.equal(['ein Bär 🐻', '2', 'gpt-image'])
    const files = [...form.getAll('image[]'), form.get('mask')] as File[]
    expect(files).to.have.length(3)
    for (const file of files) {
      expect(file.type).to.equal('image/png')
      expect(new Uint8Array(await file.arrayBuffer())).to.deep.equal(new Uint8Array(TINY_PNG))
    }
  })

  it('fetches an image of which it gets only the address', async () => {
    upstream.next(sendsImages({ url: WHERE }))
    expect(await provider.generate(imageCall()))
      .to.have.nested.property('right.images.0.bytes')
      .that.deep.equals(TINY_GIF)
  })

  it('reads a usage that has only its total, and an answer without one', async () => {
    upstream.next(answersJson({ data: [{ b64_json: PNG_BASE64 }], usage: { total_tokens: 99 } }))
    expect(await provider.generate(imageCall()))
      .to.have.nested.property('right.usage')
      .that.deep.equals({
        inputTextTokens: 0,
        inputImageTokens: 0,
        outputTokens: 0,
        textOutputTokens: 0,
        totalTokens: 99,
      })
    upstream.next(answersJson({ data: [{ b64_json: PNG_BASE64 }] }))
    expect(await provider.generate(imageCall())).to.have.nested.property('right.usage', null)
  })

  const cases: readonly (readonly [string, Script, string])[] = [
    ['a refusal', error({ type: 'image_generation_user_error', code: 'moderation_blocked' }), 'refused_content'],
    ['a refusal inside a 200', error({ code: 'moderation_blocked' }, 200), 'refused_content'],
    ['a bad parameter', error({ param: 'size', code: 'invalid_value' }), 'rejected'],
    ['a bad key', error({ code: 'invalid_api_key' }, 401), 'misconfigured'],
    ['no credit', error({ code: 'insufficient_quota' }, 429), 'misconfigured'],
    ['a rate limit', error({ code: 'rate_limit_exceeded' }, 429, { 'retry-after': '9' }), 'rate_limited'],
    [
      'load, which is reported before any work',
      error({ message: 'The engine is currently overloaded' }, 503),
      'unavailable',
    ],
    ['a 503 that proves nothing', answersText('<html>', 503, 'text/html'), 'server_error'],
    ['a 500', error({ type: 'server_error' }, 500), 'server_error'],
    ['an address that leads nowhere', sendsImages({ url: 'https://cdn.example.com/b.png' }), 'bad_answer'],
    ['an address inside', sendsImages({ url: 'http://127.0.0.1/a.png' }), 'bad_answer'],
    ['no image', sendsImages(), 'bad_answer'],
    ['an empty image', sendsImages({ b64_json: '' }), 'bad_answer'],
    ['fewer images than places', sendsImages({ b64_json: PNG_BASE64 }, {}), 'bad_answer'],
    ['garbage', answersText('{"data": ['), 'bad_answer'],
    ['an answer too large', answersText(' '.repeat(200_000)), 'too_large'],
    ['a reset', resets(), 'cut'],
    [
      'half an image',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{"data":[{"b64_json":"')
        setImmediate(() => response.destroy())
      },
      'cut',
    ],
  ]
  for (const [title, script, tag] of cases) {
    it(`${title}: ${tag}`, async () => {
      upstream.next(script)
      expect(await provider.generate(imageCall())).to.have.nested.property('left.tag', tag)
    })
  }

  it('silence: timed_out', async () => {
    upstream.next(hangs())
    expect(await open({ nonStreamingIdleTimeoutMs: 200 }).generate(imageCall())).to.have.nested.property(
      'left.tag',
      'timed_out',
    )
  })

  it('says after how long to come back', async () => {
    upstream.next(error({ code: 'rate_limit_exceeded' }, 429, { 'retry-after-ms': '1500' }))
    expect(await provider.generate(imageCall())).to.have.nested.property('left.retryAfterSeconds', 2)
  })

  it('proves that nothing was done when no server listens', async () => {
    const unreachable = openAiImages({
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKey: null,
      http,
      fetcher: memoryUrlFetcher(new Map()),
    })
    expect(await unreachable.generate(imageCall())).to.have.nested.property('left.tag', 'unreachable')
  })

  it('cancelling closes the connection at once', async () => {
    const cancel = new AbortController()
    const [leftBefore, requestsBefore] = [upstream.abandoned(), upstream.requests.length]
    upstream.next(hangs())
    const outcome = provider.generate(imageCall({}, cancel.signal))
    await eventually(() => upstream.requests.length > requestsBefore)
    cancel.abort()
    expect(await outcome).to.have.nested.property('left.tag', 'cut')
    await eventually(() => upstream.abandoned() === leftBefore + 1)
  })
})
