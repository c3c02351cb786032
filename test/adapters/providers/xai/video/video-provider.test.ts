import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import { xaiVideo } from '../../../../../src/adapters/providers/xai/video/video-provider.ts'
import type { VideoProvider } from '../../../../../src/application/ports/providers/video-provider.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import { answersJson, answersText, hangs, resets } from '../../../../support/upstreams/upstream-scripts.ts'
import { pollOf, submission } from '../media-calls.ts'

const VIDEO = Buffer.from('0123456789')

const sendsVideo: Script = (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(VIDEO)

const sendsOn =
  (location: string): Script =>
  (response) =>
    response.writeHead(302, { location }).end()

describe('xaiVideo', () => {
  let upstream: ScriptedUpstream
  let provider: VideoProvider
  const http = upstreamHttp()

  const open = (timeouts: Parameters<typeof xaiVideo>[0]['timeouts'] = {}): VideoProvider =>
    xaiVideo({
      baseUrl: upstream.baseUrl,
      apiKey: 'xai-key',
      http,
      timeouts,
    })

  before(async () => {
    upstream = await startScriptedUpstream()
    provider = open()
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  describe('submit', () => {
    it('posts the job with the key and keeps its name', async () => {
      upstream.next(answersJson({ request_id: 'job-1' }, 200, { 'x-request-id': 'r1' }))
      expect(await provider.submit(submission())).to.deep.equal({
        _tag: 'Right',
        right: { upstreamJobId: 'job-1', upstreamRequestId: 'r1' },
      })
      const request = upstream.requests.at(-1)
      expect(request).to.deep.include({ method: 'POST', path: '/v1/videos/generations' })
      expect(request?.headers).to.include({ authorization: 'Bearer xai-key' })
    })

    const cases: readonly [string, Script, string][] = [
      ['no name', answersJson({}), 'bad_answer'],
      ['garbage', answersText('{'), 'bad_answer'],
      ['an error as 200', answersJson({ code: 'Client specified an invalid argument', error: 'x' }), 'rejected'],
      ['a refusal', answersJson({ code: 'x', error: 'Prompt blocked by moderation' }, 400), 'refused_content'],
      ['a bad key', answersJson({ code: 'x', error: 'Incorrect API key provided' }, 400), 'misconfigured'],
      ['a rate limit', answersJson({ error: { message: 'x' } }, 429), 'rate_limited'],
      ['unavailable, which proves nothing', answersJson({ error: { message: 'x' } }, 503), 'server_error'],
      ['a reset', resets(), 'cut'],
    ]
    for (const [title, script, tag] of cases) {
      it(`${title}: ${tag}`, async () => {
        upstream.next(script)
        expect(await provider.submit(submission())).to.have.nested.property('left.tag', tag)
      })
    }

    it('silence: timed_out', async () => {
      upstream.next(hangs())
      expect(await open({ nonStreamingIdleTimeoutMs: 200 }).submit(submission())).to.have.nested.property(
        'left.tag',
        'timed_out',
      )
    })

    it('asks nothing of the provider that it cannot do', async () => {
      const sent = upstream.requests.length
      expect(await provider.submit(submission({ seed: 1 }))).to.have.nested.property('left.tag', 'rejected')
      expect(upstream.requests.length).to.equal(sent)
    })
  })

  describe('poll', () => {
    const lookAt = async (script: Script): Promise<unknown> => {
      upstream.next(script)
      const state = await provider.poll(pollOf('job/1'))
      if (isLeft(state)) return `unknown: ${state.left.tag}`
      return state.right.tag === 'failed' ? `failed: ${state.right.code}` : state.right
    }

    it('asks for the job by its name, with the key', async () => {
      await lookAt(answersJson({ status: 'pending' }))
      const request = upstream.requests.at(-1)
      expect(request).to.deep.include({ method: 'GET', path: '/v1/videos/job%2F1' })
      expect(request?.headers).to.include({ authorization: 'Bearer xai-key' })
    })

    const url = 'https://vidgen.x.ai/a.mp4'
    const done = (video: unknown): Script => answersJson({ status: 'done', video, progress: 100 })
    const finished = (seconds: number | null, source = url) => ({ tag: 'finished', source, seconds, size: null })
    const cases: readonly [string, Script, unknown][] = [
      ['waiting', answersJson({ status: 'pending', progress: 10 }), { tag: 'running' }],
      ['an unknown state', answersJson({ status: 'queued_again' }), { tag: 'running' }],
      ['accepted without a word', answersText('', 202), { tag: 'running' }],
      ['accepted with a state', answersJson({ status: 'pending' }, 202), { tag: 'running' }],
      ['done', done({ url, duration: 6.04, respect_moderation: true }), finished(6.04)],
      ['done without a length', done({ url }), finished(null)],
      ['done without a status', answersJson({ video: { url, duration: 6 } }), finished(6)],
      [
        'done, in a store of files',
        done({ file_output: { public_url: 'https://files.x.ai/b' } }),
        finished(null, 'https://files.x.ai/b'),
      ],
      ['blocked', done({ url, respect_moderation: false }), 'failed: content_policy_violation'],
      ['done with nothing to show', done({}), 'failed: content_policy_violation'],
      ['expired', answersJson({ status: 'expired' }), 'failed: video_expired'],
      [
        'failed',
        answersJson({ status: 'failed', error: { code: 'internal_error', message: 'x' } }),
        'failed: generation_failed',
      ],
      ['failed without a reason', answersJson({ status: 'failed' }), 'failed: generation_failed'],
      [
        'failed by moderation',
        answersJson({
          status: 'failed',
          error: { code: 'invalid_argument', message: 'Generated video rejected by content moderation.' },
        }),
        'failed: content_policy_violation',
      ],
      [
        'a refusal in place of a state',
        answersJson({ code: 'x', error: 'Generated video rejected by content moderation.' }, 400),
        'failed: content_policy_violation',
      ],
      ['a rate limit', answersJson({ error: { message: 'x' } }, 429), 'unknown: rate_limited'],
      ['a server error', answersText('', 500), 'unknown: server_error'],
      ['an error as 200', answersJson({ code: 'internal', error: 'x' }), 'unknown: server_error'],
      ['an unknown job', answersJson({ code: 'x', error: 'not found' }, 404), 'unknown: misconfigured'],
      ['garbage', answersText('{'), 'unknown: bad_answer'],
    ]
    for (const [title, script, expected] of cases) {
      it(title, async () => {
        expect(await lookAt(script)).to.deep.equal(expected)
      })
    }

    it('silence', async () => {
      upstream.next(hangs())
      const state = await open({ idleTimeoutMs: 200 }).poll(pollOf('job/1'))
      expect(state).to.have.nested.property('left.tag', 'timed_out')
    })

    it('keeps the reason of a failure, and for a refusal its own words, as theirs may name our key', async () => {
      upstream.next(
        answersJson({ status: 'failed', error: { message: 'out of paint' } }),
        answersJson({ status: 'failed', error: { message: 'Content violates usage guidelines. API key ID: 7' } }),
      )
      expect(await provider.poll(pollOf('a'))).to.have.nested.property('right.message', 'out of paint')
      const refused = await provider.poll(pollOf('a'))
      expect(refused).to.have.nested.property('right.code', 'content_policy_violation')
      expect(JSON.stringify(refused)).to.not.include('API key')
    })
  })

  describe('download', () => {
    const fetchFrom = async (source: string, ...scripts: readonly Script[]): Promise<string> => {
      upstream.next(...scripts)
      const video = await provider.download(pollOf('a'), source)
      if (isLeft(video)) return video.left.tag
      let text = ''
      for await (const packet of video.right) {
        if (isLeft(packet)) return `${text}|${packet.left.tag}`
        text += Buffer.from(packet.right).toString()
      }
      return text
    }
    const here = (path: string): string => new URL(path, upstream.baseUrl).href

    it('reads the video without our key', async () => {
      expect(await fetchFrom(here('/a.mp4?sig=1'), sendsVideo)).to.equal('0123456789')
      const request = upstream.requests.at(-1)
      expect(request).to.deep.include({ method: 'GET', path: '/a.mp4?sig=1' })
      expect(request?.headers).to.not.have.property('authorization')
    })

    it('goes where it is sent on to, three times', async () => {
      expect(await fetchFrom(here('/a'), sendsOn('/b'), sendsOn('/c'), sendsOn('/d'), sendsVideo)).to.equal(
        '0123456789',
      )
      const sent = upstream.requests.length
      expect(await fetchFrom(here('/a'), ...Array.from({ length: 4 }, () => sendsOn('/b')))).to.equal('bad_answer')
      expect(upstream.requests.length).to.equal(sent + 4)
    })

    for (const address of [
      'http://example.com/a.mp4',
      'https://127.0.0.1/a.mp4',
      'https://localhost/a.mp4',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/a.mp4',
      'https://user:pass@example.com/a.mp4',
      'file:///etc/passwd',
      'https://',
    ]) {
      it(`reads nothing from ${address}, nor is it sent there`, async () => {
        expect(await fetchFrom(address)).to.equal('bad_answer')
        const sent = upstream.requests.length
        expect(await fetchFrom(here('/a'), sendsOn(address))).to.equal('bad_answer')
        expect(upstream.requests.length).to.equal(sent + 1)
      })
    }

    const broken: readonly [string, Script, string][] = [
      ['a video that is gone', answersText('gone', 404), 'misconfigured'],
      ['a server error', answersText('', 500), 'server_error'],
      ['no content', (response) => response.writeHead(204).end(), 'server_error'],
      ['a page in place of a video', answersText('<html>', 200, 'text/html'), 'server_error'],
      ['an empty video', (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(), '|bad_answer'],
      [
        'a video cut off',
        (response) => {
          response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '100' }).write(VIDEO)
          setTimeout(() => response.destroy(), 20)
        },
        '0123456789|cut',
      ],
    ]
    for (const [title, script, expected] of broken) {
      it(`${title}: ${expected}`, async () => {
        expect(await fetchFrom(here('/a.mp4'), script)).to.equal(expected)
      })
    }
  })
})
