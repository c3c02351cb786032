import { expect } from 'chai'
import { listVideosEndpoint } from '../../../../../src/adapters/http/openai/videos/list-videos.ts'
import { listVideos } from '../../../../../src/application/gateway/videos/list-videos.ts'
import { testId } from '../../../../contract/billing/billing-stores.ts'
import { GOOD_KEY, principal, serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'
import { videoJob } from '../../../../support/media/video-jobs.ts'
import { memoryVideoJobs } from '../../../../twins/providers/video-jobs.ts'

describe('the list of videos', () => {
  let app: RunningApp
  let oldestFirst: string[]

  before(async () => {
    const videoJobs = memoryVideoJobs()
    const ids = Array.from({ length: 5 }, () => testId())
    for (const id of ids) await videoJobs.add(videoJob({ id, userId: principal.userId }))
    oldestFirst = ids.toSorted().map((id) => `video_${id}`)
    app = await serveForTest([listVideosEndpoint(listVideos({ videoJobs }))])
  })
  after(() => app.close())

  const list = async (query: string) => {
    const headers = { authorization: `Bearer ${GOOD_KEY}` }
    const response = await fetch(`${app.url}/v1/videos?${query}`, { headers })
    const body = (await response.json()) as { data?: { id: string }[]; has_more?: boolean; last_id?: string }
    return { status: response.status, ids: body.data?.map(({ id }) => id), more: body.has_more, last: body.last_id }
  }

  it('is newest first, unless the other order is asked for', async () => {
    expect((await list('')).ids).to.deep.equal(oldestFirst.toReversed())
    expect((await list('order=desc')).ids).to.deep.equal(oldestFirst.toReversed())
    expect((await list('order=asc')).ids).to.deep.equal(oldestFirst)
    expect((await list('order=up')).status).to.equal(422)
  })

  it('continues after the last one in the requested order', async () => {
    const first = await list('order=asc&limit=2')
    expect([first.ids, first.more]).to.deep.equal([oldestFirst.slice(0, 2), true])
    const second = await list(`order=asc&limit=3&after=${first.last ?? ''}`)
    expect([second.ids, second.more]).to.deep.equal([oldestFirst.slice(2), false])
  })
})
