import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import type { CreateVideoFailure, CreateVideoInput } from '../../../application/gateway/create-video.ts'
import type { VideoJob } from '../../../domain/video/video-job.ts'
import type { KeyedCalls } from '../../../application/idempotency/keyed-calls.ts'
import { json } from '../answer.ts'
import { BODY_BOUNDS } from '../body/body-bounds.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import type { GatewayFailure } from '../failures.ts'
import { optionalIdempotencyKey } from '../idempotency-key.ts'
import { oncePerKey } from './once-per-key.ts'
import { videoHeaders } from './video-headers.ts'
import { videoAskOf, videoForm, videoRequest } from './video-request-codec.ts'
import { videoBody, videoObject } from './video-wire.ts'

export type CreateVideo = (input: CreateVideoInput) => Promise<Either<CreateVideoFailure, VideoJob>>

/** What ordering a film can be refused for, at either address. */
export const VIDEO_FAILURES: readonly GatewayFailure['tag'][] = [
  'model_not_found',
  'unsupported_capability',
  'unsupported_parameter',
  'unsafe_url',
  'url_not_fetchable',
  'invalid_image',
  'rejected_by_upstream',
  'insufficient_balance',
  'balance_held',
  'key_spend_limit_exceeded',
  'top_up_required',
  'upstream_error',
  'upstream_timeout',
  'upstream_rate_limited',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'ledger_unavailable',
]

export const createVideoEndpoint = (createVideo: CreateVideo, keyedCalls: KeyedCalls): Endpoint =>
  endpoint({
    id: 'createVideo',
    method: 'POST',
    path: '/v1/videos',
    auth: 'api_key',
    summary: 'Order a video; poll it until it is finished',
    body: videoRequest,
    bounds: BODY_BOUNDS.files,
    headers: optionalIdempotencyKey,
    multipart: videoForm,
    success: { status: 200, description: 'The job, queued. Charged when it is completed.', body: videoObject },
    failures: VIDEO_FAILURES,
    handle: oncePerKey(keyedCalls, { scope: 'videos', afterCrash: 'resume' }, async (call, principal, operationId) => {
      const job = await createVideo({ principal, ask: videoAskOf(call.body), operationId })
      return isLeft(job) ? job : right(json(200, videoBody(job.right), { headers: videoHeaders(job.right) }))
    }),
  })
