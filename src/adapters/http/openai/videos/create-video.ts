import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { CreateVideoFailure, CreateVideoInput } from '../../../../application/gateway/videos/create-video.ts'
import type { VideoJob } from '../../../../domain/video/video-job.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import { json } from '../../sending/http-response.ts'
import type { HttpResponse } from '../../sending/http-response.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { INPUT_IMAGE_FAILURES } from '../openai-failures.ts'
import { paidCallFailures } from '../../paid-calls/paid-call-failures.ts'
import { optionalIdempotencyKey } from '../../endpoint/idempotency.ts'
import { withIdempotency } from '../../paid-calls/with-idempotency.ts'
import { videoHeaders } from './video-headers.ts'
import { toVideoRequest, videoForm, videoRequest } from './video-request-codec.ts'
import { writeVideo, videoObject } from './video-wire.ts'
import { openAiSurface } from '../surface.ts'

export type CreateVideo = (input: CreateVideoInput) => Promise<Either<CreateVideoFailure, VideoJob>>

/** What ordering a video can be refused for, at either address. */
export const VIDEO_FAILURES = paidCallFailures(INPUT_IMAGE_FAILURES)

export const createVideoEndpoint = (createVideo: CreateVideo, keyedCalls: KeyedCalls): Endpoint =>
  endpoint({
    id: 'createVideo',
    method: 'POST',
    path: '/v1/videos',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Order a video; poll it until it is finished',
    body: videoRequest,
    bodyLimits: BODY_LIMITS.files,
    headers: optionalIdempotencyKey,
    multipart: videoForm,
    success: { status: 200, description: 'The job, queued. Charged when it is completed.', body: videoObject },
    failures: VIDEO_FAILURES,
    handle: withIdempotency(
      openAiSurface,
      keyedCalls,
      { scope: 'videos', afterCrash: 'resume' },
      async (call, principal, operationId): Promise<Either<CreateVideoFailure, HttpResponse>> => {
        const memory = call.openAnswer()
        if (isLeft(memory)) return memory
        const ask = toVideoRequest(call.body)
        const job = await createVideo({ principal, ask, operationId, memory: memory.right })
        return isLeft(job) ? job : right(json(200, writeVideo(job.right), { headers: videoHeaders(job.right) }))
      },
    ),
  })
