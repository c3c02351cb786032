import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { VideoNotFound } from '../../../../application/gateway/videos/read-video.ts'
import type { VideoJob } from '../../../../domain/video/video-job.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { videoHeaders } from './video-headers.ts'
import { writeVideo, videoObject } from './video-wire.ts'
import { openAiSurface } from '../surface.ts'

export type ReadVideo = (userId: string, videoId: string) => Promise<Either<VideoNotFound, VideoJob>>

export const retrieveVideoEndpoint = (readVideo: ReadVideo): Endpoint =>
  endpoint({
    id: 'retrieveVideo',
    method: 'GET',
    path: '/v1/videos/:video_id',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    hasEffect: true,
    summary: 'Read a video job; asks its provider how far it is',
    params: t.type({ video_id: t.string }),
    success: { status: 200, description: 'The job as it stands.', body: videoObject },
    failures: ['video_not_found'],
    handle: async (call, { userId }) => {
      const job = await readVideo(userId, call.params.video_id)
      return isLeft(job) ? job : right(json(200, writeVideo(job.right), { headers: videoHeaders(job.right) }))
    },
  })
