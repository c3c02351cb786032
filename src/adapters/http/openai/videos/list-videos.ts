import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { ListVideos } from '../../../../application/gateway/videos/list-videos.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { listBody, listQuery, writeList } from '../list-page.ts'
import { writeVideo, videoObject } from './video-wire.ts'
import { openAiSurface } from '../surface.ts'

export const listVideosEndpoint = (listVideos: ListVideos): Endpoint =>
  endpoint({
    id: 'listVideos',
    method: 'GET',
    path: '/v1/videos',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: "List the account's video jobs, newest first unless asked for in the other order",
    query: listQuery,
    success: {
      status: 200,
      description: 'One page, as the jobs were last seen.',
      body: listBody(videoObject, 'VideoListResponse'),
    },
    failures: ['invalid_cursor'],
    handle: async ({ query }, { userId }) => {
      const page = await listVideos({
        userId,
        order: query.order === 'asc' ? 'oldest_first' : 'newest_first',
        after: query.after ?? null,
        limit: query.limit,
      })
      if (isLeft(page)) return page
      const { rows, next } = page.right
      return right(json(200, writeList(rows.map(writeVideo), next !== null)))
    },
  })
