import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { KeyedCalls } from '../../../application/idempotency/keyed-calls.ts'
import { json } from '../answer.ts'
import { BODY_BOUNDS } from '../body/body-bounds.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { type CreateVideo, VIDEO_FAILURES } from './create-video.ts'
import { legacyNewVideoBody, legacyNewVideoJob, legacyVideoBody, legacyVideoJob } from './legacy-video-wire.ts'
import type { ReadVideo } from './retrieve-video.ts'
import { optionalIdempotencyKey } from '../idempotency-key.ts'
import { oncePerKey } from './once-per-key.ts'
import { videoHeaders } from './video-headers.ts'
import { legacyVideoRequest, videoAskOf, videoForm } from './video-request-codec.ts'

/** The order of old: the same jobs, ids and charges as `/v1/videos`. */
export const createLegacyVideoEndpoint = (createVideo: CreateVideo, keyedCalls: KeyedCalls): Endpoint =>
  endpoint({
    id: 'createVideoGeneration',
    method: 'POST',
    path: '/v1/video/generations',
    auth: 'api_key',
    summary: 'Order a video (legacy; new code uses POST /v1/videos)',
    body: legacyVideoRequest,
    bounds: BODY_BOUNDS.files,
    headers: optionalIdempotencyKey,
    multipart: videoForm,
    success: { status: 202, description: 'The job. Charged when it is completed.', body: legacyNewVideoJob },
    failures: [...VIDEO_FAILURES, 'conflicting_durations'],
    handle: oncePerKey(
      keyedCalls,
      { scope: 'video.generations', afterCrash: 'resume' },
      async (call, principal, operationId) => {
        const { duration = null, ...body } = call.body
        const { seconds = null } = body
        if (seconds !== null && duration !== null && seconds !== duration) {
          return left({ tag: 'conflicting_durations' })
        }
        const job = await createVideo({
          principal,
          ask: videoAskOf({ ...body, seconds: seconds ?? duration }),
          operationId,
        })
        return isLeft(job) ? job : right(json(202, legacyNewVideoBody(job.right), { headers: videoHeaders(job.right) }))
      },
    ),
  })

/** A single GET like any other: it moves the job. */
export const retrieveLegacyVideoEndpoint = (readVideo: ReadVideo): Endpoint =>
  endpoint({
    id: 'retrieveVideoGeneration',
    method: 'GET',
    path: '/v1/video/generations/:job_id',
    auth: 'api_key',
    summary: 'Read a video job (legacy)',
    params: t.type({ job_id: t.string }),
    success: { status: 200, description: 'The job as it stands.', body: legacyVideoJob },
    failures: ['video_not_found'],
    handle: async (call, { userId }) => {
      const job = await readVideo(userId, call.params.job_id)
      if (isLeft(job)) return job
      return right(json(200, legacyVideoBody(job.right, call.baseUrl), { headers: videoHeaders(job.right) }))
    },
  })
