import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { DownloadVideoFailure } from '../../../../application/gateway/videos/download-video.ts'
import type { StoredFile } from '../../../../application/media/stored-file.ts'
import { nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { FILE_STATUSES, fileResponse, fileRequestHeaders } from '../../sending/file-response.ts'
import { openAiSurface } from '../surface.ts'

type DownloadVideo = (userId: string, videoId: string) => Promise<Either<DownloadVideoFailure, StoredFile>>

const describedFile = {
  status: 200,
  description: 'The file. Free, as often as wanted.',
  body: 'video/mp4',
  otherStatuses: FILE_STATUSES,
} as const

/** Of OpenAI's variants only the video itself is kept. */
export const downloadVideoEndpoint = (downloadVideo: DownloadVideo): Endpoint =>
  endpoint({
    id: 'downloadVideo',
    method: 'GET',
    path: '/v1/videos/:video_id/content',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Download a finished video',
    params: t.type({ video_id: t.string }),
    query: t.partial({ variant: nullish(t.string) }),
    headers: fileRequestHeaders,
    success: describedFile,
    failures: ['video_not_found', 'video_not_ready', 'unsupported_parameter'],
    handle: async (call, { userId }) => {
      if ((call.query.variant ?? 'video') !== 'video') {
        const message = "Only the variant 'video' is offered."
        return left({ tag: 'unsupported_parameter', param: 'variant', message })
      }
      const file = await downloadVideo(userId, call.params.video_id)
      return isLeft(file) ? file : right(fileResponse(file.right, call.headers))
    },
  })

/** The same file at its legacy address. */
export const downloadLegacyVideoEndpoint = (downloadVideo: DownloadVideo): Endpoint =>
  endpoint({
    id: 'downloadVideoGeneration',
    method: 'GET',
    path: '/v1/video/generations/:job_id/download',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Download a finished video (legacy)',
    params: t.type({ job_id: t.string }),
    headers: fileRequestHeaders,
    success: describedFile,
    failures: ['video_not_found', 'video_not_ready'],
    handle: async (call, { userId }) => {
      const file = await downloadVideo(userId, call.params.job_id)
      return isLeft(file) ? file : right(fileResponse(file.right, call.headers))
    },
  })
