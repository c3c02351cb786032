import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListVideosInput, VideoList } from '../../../../application/gateway/videos/list-videos.ts'
import { json } from '../../sending/http-response.ts'
import { defaulted, integerFromString, nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { writeVideo, videoObject } from './video-wire.ts'
import { openAiSurface } from '../surface.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

const order = t.keyof({ asc: null, desc: null }, 'asc or desc')

const id = t.union([t.string, t.null])

export const listVideosEndpoint = (
  listVideos: (input: ListVideosInput) => Promise<Either<{ readonly tag: 'invalid_cursor' }, VideoList>>,
): Endpoint =>
  endpoint({
    id: 'listVideos',
    method: 'GET',
    path: '/v1/videos',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: "List the account's video jobs, newest first unless asked for in the other order",
    query: t.type({
      limit: defaulted(integerFromString(1, MAX_LIMIT), DEFAULT_LIMIT),
      after: nullish(t.string),
      order: nullish(order),
    }),
    success: {
      status: 200,
      description: 'One page, as the jobs were last seen.',
      body: t.type(
        { object: t.literal('list'), data: t.array(videoObject), has_more: t.boolean, first_id: id, last_id: id },
        'VideoListResponse',
      ),
    },
    failures: ['invalid_cursor'],
    handle: async ({ query }, { userId }) => {
      const listing = await listVideos({
        userId,
        order: query.order === 'asc' ? 'oldest_first' : 'newest_first',
        after: query.after ?? null,
        limit: query.limit,
      })
      if (isLeft(listing)) return listing
      const data = listing.right.jobs.map(writeVideo)
      const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
      return right(json(200, { object: 'list', data, has_more: listing.right.hasMore, ...ends }))
    },
  })
