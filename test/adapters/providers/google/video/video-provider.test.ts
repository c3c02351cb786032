import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { googleVideo } from '../../../../../src/adapters/providers/google/video/video-provider.ts'
import type { UpstreamGet, UpstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type {
  VideoPoll,
  VideoProvider,
  VideoSubmission,
} from '../../../../../src/application/ports/providers/video-provider.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'
import { BAD_KEY, googleError, RATE_LIMITED } from '../../../../support/upstreams/google-answers.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import { TINY_PNG } from '../../../../support/media/tiny-images.ts'
import { answersJson, answersText, hangs, resets } from '../../../../support/upstreams/upstream-scripts.ts'

const VIDEO = Buffer.from('....ftypmp42 and so on')

const sendsVideo: Script = (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(VIDEO)

const LONG_RUNNING = { api: 'long_running' }

const output = (...content: readonly object[]) => [
  { type: 'user_input', content: [{ type: 'text', text: 'a cat' }] },
  { type: 'model_output', content },
]

describe('googleVideo', () => {
  let upstream: ScriptedUpstream
  let provider: VideoProvider
  const http = upstreamHttp()

  const open = (timeouts: Parameters<typeof googleVideo>[0]['timeouts'] = {}): VideoProvider =>
    googleVideo({ baseUrl: upstream.baseUrl, apiKey: 'g-key', http, timeouts })

  before(async () => {
    upstream = await startScriptedUpstream()
    provider = open()
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const deploymentOf = (parameters: VideoPoll['deployment']['parameters']) => ({
    provider: 'google',
    upstreamModel: 'omni',
    parameters,
  })

  const submit = (
    script: Script | null,
    request: Partial<VideoSubmission['request']> = {},
    parameters: VideoPoll['deployment']['parameters'] = {},
  ) => {
    if (script !== null) upstream.next(script)
    return provider.submit({
      operationId: OPERATION_ID,
      deployment: deploymentOf(parameters),
      request: {
        model: 'google/omni',
        prompt: 'a cat',
        seconds: 8,
        size: '1280x720',
        aspectRatio: '16:9',
        resolution: '720p',
        firstFrame: null,
        generateAudio: null,
        seed: null,
        negativePrompt: null,
        extras: {},
        ...request,
      },
    })
  }

  const pollOf = (upstreamJobId: string, parameters: VideoPoll['deployment']['parameters'] = {}): VideoPoll => ({
    deployment: deploymentOf(parameters),
    upstreamJobId,
  })

  const poll = (script: Script, upstreamJobId = 'job-1', parameters: VideoPoll['deployment']['parameters'] = {}) => {
    upstream.next(script)
    return provider.poll(pollOf(upstreamJobId, parameters))
  }

  const lastRequest = () => upstream.requests.at(-1)
  const requestFailures: readonly [string, Script, string][] = [
    ['a bad key as 400', BAD_KEY, 'misconfigured'],
    ['a rate limit', RATE_LIMITED, 'rate_limited'],
    ['an error', answersJson(googleError(500, 'INTERNAL', 'x'), 500), 'server_error'],
    ['an error as 200', answersJson([{ error: { code: 'invalid_request', message: 'x' } }]), 'rejected'],
    [
      'an unknown job',
      answersJson({ error: { code: 'invalid_request', message: 'Invalid interaction name' } }, 400),
      'rejected',
    ],
    ['something else', answersJson({}), 'bad_answer'],
    ['no JSON', answersText('<html>'), 'bad_answer'],
    ['a reset', resets(), 'cut'],
  ]

  for (const [api, parameters] of Object.entries({ interactions: {}, long_running: LONG_RUNNING })) {
    for (const [title, script, expected] of requestFailures) {
      it(`${api}: ${title} is ${expected}, at submission and as a state that could not be learnt`, async () => {
        expect(await submit(script, {}, parameters)).to.have.nested.property('left.tag', expected)
        expect(await poll(script, 'job-1', parameters)).to.have.nested.property('left.tag', expected)
      })
    }
  }

  it('a state that does not come in time is not learnt', async () => {
    upstream.next(hangs())
    expect(await open({ idleTimeoutMs: 200 }).poll(pollOf('job-1'))).to.have.nested.property('left.tag', 'timed_out')
  })

  describe('interactions', () => {
    it('are started in the background, for a video by its address', async () => {
      const outcome = await submit(answersJson({ id: 'v1_abc', status: 'in_progress' }), {
        firstFrame: { bytes: TINY_PNG, mimeType: 'image/png' },
        seed: 3,
        extras: { generation_config: { temperature: 1, seed: 9 } },
      })
      expect(outcome).to.have.nested.property('right.upstreamJobId', 'v1_abc')
      expect(lastRequest()?.headers).to.include({ 'x-goog-api-key': 'g-key' })
      expect(lastRequest()).to.deep.include({
        method: 'POST',
        path: '/v1/interactions',
        body: {
          model: 'omni',
          input: [
            { type: 'image', data: Buffer.from(TINY_PNG).toString('base64'), mime_type: 'image/png' },
            { type: 'text', text: 'a cat' },
          ],
          background: true,
          response_format: {
            type: 'video',
            aspect_ratio: '16:9',
            resolution: '720p',
            duration: '8s',
            delivery: 'uri',
          },
          generation_config: { temperature: 1, seed: 3, video_config: { task: 'image_to_video' } },
        },
      })
    })

    const unsupported: readonly [string, Partial<VideoSubmission['request']>][] = [
      ['size', { aspectRatio: '1:1' }],
      ['generate_audio', { generateAudio: false }],
      ['negative_prompt', { negativePrompt: 'dogs' }],
      ['webhook_config', { extras: { webhook_config: {} } }],
      ['previous_interaction_id', { extras: { previous_interaction_id: 'v1_other' } }],
      ['response_format', { extras: { response_format: { resolution: '4k' } } }],
      ['previousInteractionId', { extras: { previousInteractionId: 'v1_other' } }],
      ['generationConfig', { extras: { generationConfig: { seed: 1 } } }],
      ['a.0.Agent_Config', { extras: { a: [{ Agent_Config: {} }] } }],
    ]
    for (const [param, request] of unsupported) {
      it(`cannot be asked for ${JSON.stringify(request)}`, async () => {
        const requests = upstream.requests.length
        const outcome = await submit(null, request)
        expect(outcome)
          .to.have.property('left')
          .that.includes({ tag: 'rejected', param, code: 'unsupported_parameter' })
        expect(upstream.requests.length).to.equal(requests)
      })
    }

    const video = { type: 'video', uri: 'https://x.example/f:download?alt=media', mime_type: 'video/mp4' }
    const finished = { tag: 'finished', source: video.uri, seconds: null, size: null }
    const refused = 'content_policy_violation'
    const states: readonly [string, object, object][] = [
      ['waits', { status: 'queued' }, { tag: 'running' }],
      ['runs', { status: 'in_progress' }, { tag: 'running' }],
      ['is of a new state', { status: 'pondering' }, { tag: 'running' }],
      ['is finished', { status: 'completed', steps: output({ type: 'text', text: 'Here!' }, video) }, finished],
      [
        'is finished without a video, which is a refusal',
        { status: 'completed', steps: output({ type: 'text', text: 'I cannot.' }) },
        { tag: 'failed', code: refused, message: 'I cannot.' },
      ],
      [
        'shows only what it was given',
        { status: 'completed', steps: [{ type: 'user_input', content: [video] }] },
        { tag: 'failed', code: refused, message: 'The model provider refused to make this video.' },
      ],
      [
        'failed',
        { status: 'failed', error: { code: 'internal', message: 'boom' } },
        { tag: 'failed', code: 'generation_failed', message: 'boom' },
      ],
      [
        'is finished, but for an error in its output',
        { status: 'completed', steps: [{ type: 'model_output', error: { code: 13, message: 'boom' } }] },
        { tag: 'failed', code: 'generation_failed', message: 'boom' },
      ],
      [
        'failed for several reasons',
        { status: 'failed', errors: [{ code: 'a', message: 'one' }, { message: 'two' }] },
        { tag: 'failed', code: 'generation_failed', message: 'one' },
      ],
      [
        'failed for the content',
        { status: 'failed', error: { message: 'It violates our usage policies.' } },
        { tag: 'failed', code: refused, message: 'It violates our usage policies.' },
      ],
      ...['cancelled', 'incomplete', 'budget_exceeded', 'requires_action'].map((status): [string, object, object] => [
        `was ${status}`,
        { status },
        { tag: 'failed', code: 'generation_failed', message: 'The model provider could not finish the video.' },
      ]),
    ]
    for (const [title, interaction, expected] of states) {
      it(`says when a job ${title}`, async () => {
        const outcome = await poll(answersJson({ id: 'v1/a b', ...interaction }), 'v1/a b')
        expect(lastRequest()).to.deep.include({ method: 'GET', path: '/v1/interactions/v1%2Fa%20b' })
        expect(outcome).to.have.deep.property('right', expected)
      })
    }
  })

  describe('long-running operations', () => {
    it('are started with the shapes of its cloud', async () => {
      const outcome = await submit(
        answersJson({ name: 'models/omni/operations/op-1' }),
        {
          firstFrame: { bytes: TINY_PNG, mimeType: 'image/png' },
          negativePrompt: 'dogs',
          generateAudio: false,
          extras: { personGeneration: 'dont_allow' },
        },
        LONG_RUNNING,
      )
      expect(outcome).to.have.nested.property('right.upstreamJobId', 'models/omni/operations/op-1')
      expect(lastRequest()).to.deep.include({
        path: '/v1/models/omni:predictLongRunning',
        body: {
          instances: [
            {
              prompt: 'a cat',
              image: { bytesBase64Encoded: Buffer.from(TINY_PNG).toString('base64'), mimeType: 'image/png' },
            },
          ],
          parameters: {
            personGeneration: 'dont_allow',
            sampleCount: 1,
            aspectRatio: '16:9',
            resolution: '720p',
            durationSeconds: 8,
            negativePrompt: 'dogs',
            generateAudio: false,
          },
        },
      })
    })

    it('cannot be asked for more than is priced', async () => {
      const outcome = await submit(null, { extras: { sampleCount: 4 } }, LONG_RUNNING)
      expect(outcome).to.have.nested.property('left.param', 'sampleCount')
    })

    const name = 'models/omni/operations/op-1'
    const uri = 'https://x.example/f'
    const done = (response: object) => ({ name, done: true, response: { generateVideoResponse: response } })
    const states: readonly [string, object, object][] = [
      ['runs', { name }, { tag: 'running' }],
      [
        'is finished',
        done({ generatedSamples: [{ video: { uri } }] }),
        { tag: 'finished', source: uri, seconds: null, size: null },
      ],
      [
        'was filtered',
        done({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['Blocked.', 'Really.'] }),
        { tag: 'failed', code: 'content_policy_violation', message: 'Blocked. Really.' },
      ],
      [
        'came to nothing',
        done({}),
        { tag: 'failed', code: 'content_policy_violation', message: 'The model provider refused to make this video.' },
      ],
      [
        'failed',
        { name, done: true, error: { code: 13, message: 'boom' } },
        { tag: 'failed', code: 'generation_failed', message: 'boom' },
      ],
      [
        'failed for the content',
        { name, done: true, error: { code: 3, message: "It violates Google's Responsible AI practices." } },
        {
          tag: 'failed',
          code: 'content_policy_violation',
          message: "It violates Google's Responsible AI practices.",
        },
      ],
    ]
    for (const [title, operation, expected] of states) {
      it(`say when a job ${title}`, async () => {
        const outcome = await poll(answersJson(operation), name, LONG_RUNNING)
        expect(lastRequest()).to.deep.include({ method: 'GET', path: '/v1/models/omni/operations/op-1' })
        expect(outcome).to.have.deep.property('right', expected)
      })
    }
  })

  describe('download', () => {
    const download = async (
      source: string,
      parameters: VideoPoll['deployment']['parameters'] = {},
    ): Promise<{ readonly bytes: Buffer; readonly failure: string | null }> => {
      const outcome = await provider.download(pollOf('job-1', parameters), source)
      if (isLeft(outcome)) return { bytes: Buffer.alloc(0), failure: outcome.left.tag }
      const pieces: Uint8Array[] = []
      for await (const piece of outcome.right) {
        if (isLeft(piece)) return { bytes: Buffer.concat(pieces), failure: piece.left.tag }
        pieces.push(piece.right)
      }
      return { bytes: Buffer.concat(pieces), failure: null }
    }
    const address = (path: string) => `${new URL(upstream.baseUrl).origin}${path}`

    it("reads a video of Google's own with the key", async () => {
      upstream.next(sendsVideo)
      expect(await download(address('/v1/files/f:download?alt=media'))).to.deep.equal({ bytes: VIDEO, failure: null })
      expect(lastRequest()).to.deep.include({ method: 'GET', path: '/v1/files/f:download?alt=media' })
      expect(lastRequest()?.headers).to.include({ 'x-goog-api-key': 'g-key' })
    })

    it('follows to another host without the key', async () => {
      const asked: UpstreamGet[] = []
      // The provider's file store: another host, reached here by way of the local server.
      const elsewhere: UpstreamHttp = {
        ...http,
        get: (request) => {
          asked.push(request)
          const isStore = request.origin === 'https://store.example'
          return http.get(isStore ? { ...request, origin: new URL(upstream.baseUrl).origin } : request)
        },
      }
      const google = googleVideo({ baseUrl: upstream.baseUrl, apiKey: 'g-key', http: elsewhere })
      upstream.next(
        (response) => response.writeHead(302, { location: 'https://store.example/signed?a=b' }).end(),
        sendsVideo,
      )
      const outcome = await google.download(pollOf('job-1'), address('/v1/files/f'))
      expect(outcome).to.have.property('_tag', 'Right')
      expect(asked.map(({ origin, path, headers }) => [origin, path, headers['x-goog-api-key']])).to.deep.equal([
        [new URL(upstream.baseUrl).origin, '/v1/files/f', 'g-key'],
        ['https://store.example', '/signed?a=b', undefined],
      ])
    })

    const failures: readonly [string, readonly Script[], string][] = [
      ['an error', [answersJson(googleError(404, 'NOT_FOUND', 'x'), 404)], 'misconfigured'],
      ['an error as 200', [answersJson(googleError(500, 'INTERNAL', 'x'))], 'server_error'],
      ['a page', [answersText('<html>', 200, 'text/html')], 'bad_answer'],
      ['nothing', [answersText('', 200, 'video/mp4')], 'bad_answer'],
      [
        'a break',
        [
          (response) => {
            response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1000' })
            response.write(VIDEO, () => response.destroy())
          },
        ],
        'cut',
      ],
      [
        'an endless way',
        Array.from({ length: 4 }, (): Script => (response) => response.writeHead(302, { location: '/v1/next' }).end()),
        'bad_answer',
      ],
      ...['file:///etc/passwd', 'http://store.example/f', 'https://10.0.0.1/f', 'https://a:b@store.example/'].map(
        (location): [string, readonly Script[], string] => [
          `a way to ${location}`,
          [(response) => response.writeHead(302, { location }).end()],
          'bad_answer',
        ],
      ),
      ['a way to nowhere', [answersText('', 302)], 'misconfigured'],
    ]
    for (const [title, scripts, expected] of failures) {
      it(`${title}: ${expected}`, async () => {
        upstream.next(...scripts)
        expect((await download(address('/v1/files/f'))).failure).to.equal(expected)
      })
    }

    for (const source of [
      'ftp://x.example/f',
      'https://user:pass@x.example/f',
      'http://169.254.169.254/',
      'https://',
    ]) {
      it(`does not read ${source}`, async () => {
        const requests = upstream.requests.length
        expect((await download(source)).failure).to.equal('bad_answer')
        expect(upstream.requests.length).to.equal(requests)
      })
    }

    it('reads a video that lies in the job itself', async () => {
      const data = VIDEO.toString('base64')
      const inline = answersJson({ status: 'completed', steps: output({ type: 'video', data }) })
      expect(await poll(inline)).to.have.nested.property('right.source', 'inline')
      upstream.next(inline)
      expect(await download('inline')).to.deep.equal({ bytes: VIDEO, failure: null })

      const videos = answersJson({ name: 'n', done: true, response: { videos: [{ bytesBase64Encoded: data }] } })
      upstream.next(videos)
      expect(await download('inline', LONG_RUNNING)).to.deep.equal({ bytes: VIDEO, failure: null })

      upstream.next(answersJson({ status: 'completed' }))
      expect(await download('inline')).to.have.property('failure', 'bad_answer')
    })
  })
})
