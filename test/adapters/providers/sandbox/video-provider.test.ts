import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { sandboxVideo } from '../../../../src/adapters/providers/sandbox/video-provider.ts'
import { readMp4 } from '../../../../src/domain/media/mp4/mp4.ts'
import type { VideoRequest } from '../../../../src/domain/video/request.ts'
import { describeBytes, HAS_FFPROBE, HAS_FILE, probe } from '../../../support/processes/external-tools.ts'
import { unwrap } from '../../../application/gateway/gateway-stage.ts'

const { signal } = new AbortController()
const deploymentOf = (upstreamModel: string) => ({ provider: 'sandbox', upstreamModel, parameters: {} })

const request = (given: Partial<VideoRequest> = {}): VideoRequest => ({
  model: 'sandbox/video',
  prompt: 'a red boat',
  seconds: 4,
  size: null,
  aspectRatio: '16:9',
  resolution: '720p',
  firstFrame: null,
  generateAudio: null,
  seed: null,
  negativePrompt: null,
  extras: {},
  ...given,
})

const order = async (upstreamModel: string, given: Partial<VideoRequest> = {}, provider = sandboxVideo()) => {
  const deployment = deploymentOf(upstreamModel)
  const submission = { operationId: 'op', deployment, request: request(given), signal }
  const { upstreamJobId } = unwrap(await provider.submit(submission))
  const poll = { deployment, upstreamJobId, signal }
  const download = async (): Promise<Uint8Array> => {
    const chunks: Uint8Array[] = []
    for await (const chunk of unwrap(await provider.download(poll, 'x'))) chunks.push(unwrap(chunk))
    return new Uint8Array(Buffer.concat(chunks))
  }
  return { poll: () => provider.poll(poll), download, upstreamJobId }
}

describe('the sandbox, making videos', () => {
  it('is found running once, then finished for ever', async () => {
    const { poll } = await order('video', { seconds: 6 })
    expect(unwrap(await poll())).to.deep.equal({ tag: 'running' })
    for (let again = 0; again < 2; again += 1) {
      expect(unwrap(await poll())).to.deep.include({ tag: 'finished', seconds: 6, size: '1280x720' })
    }
  })

  for (const [model, code] of [
    ['video-fail', 'generation_failed'],
    ['video-refuse', 'content_policy_violation'],
  ] as const) {
    it(`fails ${model} at the second poll`, async () => {
      const { poll } = await order(model)
      expect(unwrap(await poll()).tag).to.equal('running')
      expect(unwrap(await poll())).to.include({ tag: 'failed', code })
    })
  }

  it('gives a video of the asked size and length', async () => {
    const sizes: readonly (readonly [Partial<VideoRequest>, number, number])[] = [
      [{ size: '720x1280' }, 720, 1280],
      [{ size: '9000x9000', aspectRatio: '1:1', resolution: '1080p' }, 1080, 1080],
      [{ aspectRatio: '9:16' }, 720, 1280],
    ]
    for (const [given, width, height] of sizes) {
      const facts = readMp4(await (await order('video', { ...given, seconds: 8 })).download())
      expect(isRight(facts) && facts.right).to.deep.equal({ seconds: 8, size: { width, height } })
    }
  })

  it('opens in other programs', async () => {
    const video = await (await order('video')).download()
    if (HAS_FILE) expect(await describeBytes(video)).to.match(/^ISO Media, MP4/)
    if (HAS_FFPROBE)
      expect((await probe(video)).streams[0]).to.include({ codec_name: 'h264', width: 1280, height: 720 })
  })

  it('goes on in another process', async () => {
    const { upstreamJobId } = await order('video', { seconds: 6 })
    const elsewhere = sandboxVideo()
    const poll = { deployment: deploymentOf('video'), upstreamJobId, signal }
    await elsewhere.poll(poll)
    expect(unwrap(await elsewhere.poll(poll))).to.include({ tag: 'finished', seconds: 6 })
  })

  it('knows neither other models nor jobs of others', async () => {
    const provider = sandboxVideo()
    const deployment = deploymentOf('none')
    expect(isLeft(await provider.submit({ operationId: 'op', deployment, request: request(), signal }))).to.equal(true)
    for (const upstreamJobId of ['', 'op.', 'op.e30', 'op.bnVsbA']) {
      const poll = { deployment: deploymentOf('video'), upstreamJobId, signal }
      expect(isLeft(await provider.poll(poll)), upstreamJobId).to.equal(true)
      expect(isLeft(await provider.download(poll, 'x')), upstreamJobId).to.equal(true)
    }
  })
})
