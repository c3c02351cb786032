import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { CreateVideoFailure } from '../../../../application/gateway/videos/create-video.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import { json } from '../../sending/http-response.ts'
import type { HttpResponse } from '../../sending/http-response.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { VIDEO_FAILURES } from './create-video.ts'
import type { CreateVideo } from './create-video.ts'
import { writeNewLegacyVideo, newLegacyVideoJob, writeLegacyVideo, legacyVideoJob } from './legacy-video-wire.ts'
import type { ReadVideo } from './retrieve-video.ts'
import { optionalIdempotencyKey } from '../../endpoint/idempotency.ts'
import { withIdempotency } from '../../paid-calls/with-idempotency.ts'
import { videoHeaders } from './video-headers.ts'
import { legacyVideoRequest, toVideoRequest, videoForm } from './video-request-codec.ts'
import { openAiSurface } from '../surface.ts'

type CreateLegacyVideoFailure = CreateVideoFailure | { readonly tag: 'conflicting_durations' }

/** The legacy endpoint: the same jobs, ids and charges as `/v1/videos`. */
export const createLegacyVideoEndpoint = (createVideo: CreateVideo, keyedCalls: KeyedCalls): Endpoint =>
  endpoint({
    id: 'createVideoGeneration',
    method: 'POST',
    path: '/v1/video/generations',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Order a video (legacy; new code uses POST /v1/videos)',
    body: legacyVideoRequest,
    bodyLimits: BODY_LIMITS.files,
    headers: optionalIdempotencyKey,
    multipart: videoForm,
    success: { status: 202, description: 'The job. Charged when it is completed.', body: newLegacyVideoJob },
    failures: [...VIDEO_FAILURES, 'conflicting_durations'],
    handle: withIdempotency(
      openAiSurface,
      keyedCalls,
      { scope: 'video.generations', afterCrash: 'resume' },
      async (call, principal, operationId): Promise<Either<CreateLegacyVideoFailure, HttpResponse>> => {
        const { duration = null, ...body } = call.body
        const { seconds = null } = body
        if (seconds !== null && duration !== null && seconds !== duration) {
          return left({ tag: 'conflicting_durations' })
        }
        const memory = call.openAnswer()
        if (isLeft(memory)) return memory
        const job = await createVideo({
          principal,
          ask: toVideoRequest({ ...body, seconds: seconds ?? duration }),
          operationId,
          memory: memory.right,
        })
        return isLeft(job)
          ? job
          : right(json(202, writeNewLegacyVideo(job.right), { headers: videoHeaders(job.right) }))
      },
    ),
  })

/** A single GET like any other: it moves the job. */
export const retrieveLegacyVideoEndpoint = (readVideo: ReadVideo): Endpoint =>
  endpoint({
    id: 'retrieveVideoGeneration',
    method: 'GET',
    path: '/v1/video/generations/:job_id',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    hasEffect: true,
    summary: 'Read a video job (legacy)',
    params: t.type({ job_id: t.string }),
    success: { status: 200, description: 'The job as it stands.', body: legacyVideoJob },
    failures: ['video_not_found'],
    handle: async (call, { userId }) => {
      const job = await readVideo(userId, call.params.job_id)
      if (isLeft(job)) return job
      return right(json(200, writeLegacyVideo(job.right, call.baseUrl), { headers: videoHeaders(job.right) }))
    },
  })
