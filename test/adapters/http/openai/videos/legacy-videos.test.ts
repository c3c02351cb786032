import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { createLegacyVideoEndpoint } from '../../../../../src/adapters/http/openai/videos/legacy-videos.ts'
import type { CreateVideo } from '../../../../../src/adapters/http/openai/videos/create-video.ts'
import type { KeyedCalls } from '../../../../../src/application/idempotency/keyed-calls.ts'
import { GOOD_KEY, serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'
import { videoJob } from '../../../../support/media/video-jobs.ts'

const noKeys: KeyedCalls = {
  newOperation: () => '01890a5d-ac96-774b-bcce-b302099a8057',
  begin: () => Promise.reject(new Error('no request of these has a key')),
  drain: () => Promise.resolve(),
}

describe('the legacy order of a video', () => {
  let app: RunningApp
  const ordered: (number | null)[] = []

  before(async () => {
    const createVideo: CreateVideo = async ({ ask }) => {
      ordered.push(ask.seconds)
      return right(videoJob())
    }
    app = await serveForTest([createLegacyVideoEndpoint(createVideo, noKeys)])
  })
  after(() => app.close())
  beforeEach(() => void ordered.splice(0))

  const order = async (fields: Readonly<Record<string, unknown>>) => {
    const response = await fetch(`${app.url}/v1/video/generations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${GOOD_KEY}` },
      body: JSON.stringify({ model: 'sandbox/video', prompt: 'a red boat', ...fields }),
    })
    return { status: response.status, body: (await response.json()) as { error?: Record<string, unknown> } }
  }

  it('is refused where seconds and duration differ, and nothing is ordered', async () => {
    for (const fields of [
      { seconds: 4, duration: 8 },
      { seconds: '6', duration: 4 },
    ]) {
      const { status, body } = await order(fields)
      expect([status, body.error?.['code'], body.error?.['param']]).to.deep.equal([
        400,
        'conflicting_durations',
        'seconds',
      ])
    }
    expect(ordered).to.deep.equal([])
  })

  it('accepts either of them, both where they agree, and treats null as absent', async () => {
    for (const fields of [
      { seconds: 6 },
      { duration: '6' },
      { seconds: '6', duration: 6 },
      { seconds: null, duration: 6 },
    ]) {
      expect((await order(fields)).status).to.equal(202)
    }
    expect(ordered).to.deep.equal([6, 6, 6, 6])
  })
})
