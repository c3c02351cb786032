import { expect } from 'chai'
import { throttledVideoRefresh } from '../../../../src/application/gateway/videos/throttled-video-refresh.ts'
import type { VideoJob } from '../../../../src/domain/video/video-job.ts'
import { videoJob } from '../../../support/media/video-jobs.ts'
import { memoryVideoJobs } from '../../../twins/providers/video-jobs.ts'

const upstream = { deployment: { provider: 'vendor', upstreamModel: 'm', parameters: {} }, jobId: 'up-1' }

/** Two instances over one store; `polls` counts what reaches a provider. */
const world = async (provider = 'vendor') => {
  const clock = { nowMs: 1_700_000_000_000, now: () => clock.nowMs }
  const videoJobs = memoryVideoJobs()
  const job = videoJob({ upstream: { ...upstream, deployment: { ...upstream.deployment, provider } } })
  await videoJobs.add(job)
  const count = { polls: 0 }
  const refreshVideo = async (asked: VideoJob): Promise<VideoJob> => {
    count.polls += 1
    await Promise.resolve()
    return { ...asked, state: { tag: 'in_progress' } }
  }
  const providers = new Map([
    ['vendor', { isLocal: false }],
    ['sandbox', { isLocal: true }],
  ])
  const instance = () => throttledVideoRefresh({ videoJobs, providers, refreshVideo, clock })
  return { job, clock, count, here: instance(), there: instance() }
}

describe('moving a video of the account interface', () => {
  it('asks its provider once in three seconds, however often and on however many instances', async () => {
    const { job, clock, count, here, there } = await world()
    const together = await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? here : there)(job)))
    expect(count.polls).to.equal(1)
    expect(together.filter(({ state }) => state.tag === 'in_progress').length, 'share what was found').to.be.at.least(
      25,
    )
    for (let turn = 0; turn < 10; turn += 1) await here(job)
    clock.nowMs += 2_999
    await there(job)
    expect(count.polls).to.equal(1)
    clock.nowMs += 1
    expect(await there(job)).to.have.nested.property('state.tag', 'in_progress')
    expect(count.polls).to.equal(2)
  })

  it('asks the sandbox as often as one likes', async () => {
    const { job, count, here } = await world('sandbox')
    for (let turn = 0; turn < 10; turn += 1) await here(job)
    expect(count.polls).to.equal(10)
  })
})
