import { expect } from 'chai'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import { xaiImages } from '../../../../../src/adapters/providers/xai/images/image-provider.ts'
import type { ImageProvider } from '../../../../../src/application/ports/providers/image-provider.ts'
import { eventually } from '../../../../support/eventually.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import { TINY_GIF, TINY_PNG } from '../../../../support/media/tiny-images.ts'
import { answersJson, answersText, hangs, resets } from '../../../../support/upstreams/upstream-scripts.ts'
import { memoryUrlFetcher } from '../../../../twins/media/memory-url-fetcher.ts'
import { imageCall, PNG, PNG_BASE64, PNG_URL } from '../media-calls.ts'

const WHERE = 'https://cdn.example.com/a.png'
const sendsImages = (...entries: readonly unknown[]): Script =>
  answersJson({ data: entries, usage: { cost_in_usd_ticks: 200 } })
const invalid = (text: string, status = 400): Script =>
  answersJson({ code: 'Client specified an invalid argument', error: text }, status)

describe('xaiImages', () => {
  let upstream: ScriptedUpstream
  let provider: ImageProvider
  const http = upstreamHttp()

  const open = (timeouts: Parameters<typeof xaiImages>[0]['timeouts'] = {}): ImageProvider =>
    xaiImages({
      baseUrl: `${upstream.baseUrl}/`,
      apiKey: 'xai-key',
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

  it('posts with the key and returns the images, without tokens', async () => {
    upstream.next(
      answersJson({ data: [{ b64_json: PNG_BASE64, revised_prompt: 'a fat cat' }, { b64_json: PNG_URL }] }, 200, {
        'x-request-id': 'r1',
      }),
    )
    expect(await provider.generate(imageCall({ n: 2 }))).to.deep.equal({
      _tag: 'Right',
      right: {
        images: [
          { bytes: TINY_PNG, revisedPrompt: 'a fat cat' },
          { bytes: TINY_PNG, revisedPrompt: null },
        ],
        usage: null,
        upstreamRequestId: 'r1',
      },
    })
    const request = upstream.requests.at(-1)
    expect(request).to.deep.include({ method: 'POST', path: '/v1/images/generations' })
    expect(request?.headers).to.include({ authorization: 'Bearer xai-key', 'content-type': 'application/json' })
  })

  it('posts edits where edits belong', async () => {
    upstream.next(sendsImages({ b64_json: PNG_BASE64 }))
    await provider.generate(imageCall({ images: [PNG] }))
    expect(upstream.requests.at(-1)).to.include({ path: '/v1/images/edits' })
  })

  it('fetches an image of which it gets only the address', async () => {
    upstream.next(sendsImages({ url: WHERE }))
    expect(await provider.generate(imageCall()))
      .to.have.nested.property('right.images.0.bytes')
      .that.deep.equals(TINY_GIF)
  })

  it('asks nothing of the provider that it cannot do', async () => {
    const sent = upstream.requests.length
    expect(await provider.generate(imageCall({ mask: PNG }))).to.have.nested.property('left.tag', 'rejected')
    expect(upstream.requests.length).to.equal(sent)
  })

  const cases: readonly [string, Script, string][] = [
    ['an image taken away', sendsImages({ b64_json: PNG_BASE64, respect_moderation: false }), 'refused_content'],
    ['one of two taken away', sendsImages({ b64_json: PNG_BASE64 }, { respect_moderation: false }), 'refused_content'],
    ['a refusal as 400', invalid('Generated image rejected by content moderation.'), 'refused_content'],
    ['a refusal as 403', invalid('Content violates usage guidelines. Failed check: X', 403), 'refused_content'],
    ['a refusal as 200', invalid('Prompt was blocked by content moderation', 200), 'refused_content'],
    ['a caller who quotes a refusal', invalid('Invalid size "rejected by content moderation"'), 'rejected'],
    ['a bad parameter', invalid('aspect_ratio is invalid'), 'rejected'],
    ['a bad key', answersJson({ code: 'x', error: 'Incorrect API key provided: xa***ey' }, 400), 'misconfigured'],
    ['no credit', answersJson({ code: 'x', error: 'Your team has used all credits' }, 403), 'misconfigured'],
    ['a rate limit', answersJson({ error: { message: 'slow' } }, 429, { 'retry-after': '9' }), 'rate_limited'],
    ['unavailable, which proves nothing', answersJson({ code: 'unavailable', error: 'x' }, 503), 'server_error'],
    ['an address that leads nowhere', sendsImages({ url: 'https://cdn.example.com/b.png' }), 'bad_answer'],
    ['an address inside', sendsImages({ url: 'http://127.0.0.1/a.png' }), 'bad_answer'],
    ['no image', sendsImages(), 'bad_answer'],
    ['an empty image', sendsImages({ b64_json: '' }), 'bad_answer'],
    ['fewer images than places', sendsImages({ b64_json: PNG_BASE64 }, {}), 'bad_answer'],
    ['garbage', answersText('{"data": ['), 'bad_answer'],
    ['a page', answersText('<html>', 200, 'text/html'), 'bad_answer'],
    ['an answer too large', answersText(' '.repeat(200_000)), 'too_large'],
    ['a broken page as an error', answersText('<html>', 500, 'text/html'), 'server_error'],
    ['a reset', resets(), 'cut'],
    [
      'half an image',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
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
    upstream.next(answersJson({ error: { message: 'slow' } }, 429, { 'retry-after': '9' }))
    expect(await provider.generate(imageCall())).to.have.nested.property('left.retryAfterSeconds', 9)
  })

  it('cancelling closes the connection at once', async () => {
    const cancel = new AbortController()
    const [socketsBefore, requestsBefore] = [upstream.abandoned(), upstream.requests.length]
    upstream.next(hangs())
    const outcome = provider.generate(imageCall({}, {}, cancel.signal))
    await eventually(() => upstream.requests.length > requestsBefore)
    cancel.abort()
    expect(await outcome).to.have.nested.property('left.tag', 'cut')
    await eventually(() => upstream.abandoned() === socketsBefore + 1)
  })
})
