import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { refreshVideo } from '../../../../src/application/gateway/videos/refresh-video.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { videoJob } from '../../../support/media/video-jobs.ts'
import { memoryMediaStore } from '../../../twins/media/memory-media-store.ts'
import { CUT, FINISHED, scriptedVideos } from './video-stage.ts'

type Chunk = Either<UpstreamFailure, Uint8Array>

describe('videos that end at once', () => {
  it('are taken in 32 at a time; another one stays as it is until a later poll, and does not wait', async () => {
    const provider = { ...scriptedVideos(), word: right(FINISHED) }
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let opened = 0
    let allOpened = (): void => undefined
    const all = new Promise<void>((resolve) => {
      allOpened = resolve
    })
    async function* slow(): AsyncGenerator<Chunk> {
      opened += 1
      if (opened === 32) allOpened()
      await ended
      yield left(CUT)
    }
    const refresh = refreshVideo({
      unitOfWork: { transact: () => Promise.reject(new Error('nothing is to be written')) },
      providers: new Map([
        ['sandbox', { ...provider, poll: async () => provider.word, download: async () => right(slow()) }],
      ]),
      media: memoryMediaStore(() => 0),
      clock: { now: () => videoJob().createdAtMs },
      terms: { keepMs: 1, submissionMs: 1 },
    })
    const running = Array.from({ length: 32 }, () => refresh(videoJob({ id: testId() })))
    await all
    const late = videoJob({ id: testId() })
    expect(await refresh(late)).to.equal(late)
    expect(opened).to.equal(32)
    end()
    await Promise.all(running)
    await refresh(late)
    expect(opened, 'there is room again').to.equal(33)
  })
})
