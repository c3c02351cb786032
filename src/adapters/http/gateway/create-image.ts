import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { CreateImageFailure, CreateImageInput, MadeImages } from '../../../application/gateway/create-image.ts'
import type { Metered } from '../../../application/gateway/metered-call.ts'
import type { KeyedCalls } from '../../../application/idempotency/keyed-calls.ts'
import { type Clock, unixSeconds } from '../../../application/ports/clock.ts'
import type { ImageAsk } from '../../../domain/images/plan.ts'
import { json } from '../answer.ts'
import { BODY_BOUNDS } from '../body/body-bounds.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import type { GatewayFailure } from '../failures.ts'
import { optionalIdempotencyKey } from '../idempotency-key.ts'
import { IGNORED_HEADER, ignoredHeader } from './ignored-header.ts'
import { imageAskOf, imageEditRequest, imageForm, imageRequest } from './image-request-codec.ts'
import { imageBody, imageResponse } from './image-wire.ts'
import { oncePerKey, type PaidHandle } from './once-per-key.ts'
import { paidHeaders } from './paid-headers.ts'

export interface CreateImageEndpointDeps {
  readonly createImage: (input: CreateImageInput) => Promise<Either<CreateImageFailure, Metered<MadeImages>>>
  /** Fields that are not sent to the model's vendors. */
  readonly ignoredImageFields: (ask: ImageAsk<unknown>) => readonly string[]
  readonly keyedCalls: KeyedCalls
  readonly clock: Clock
}

const FAILURES: readonly GatewayFailure['tag'][] = [
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
  'upstream_refused_content',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'overloaded',
  'ledger_unavailable',
]

const success = { status: 200, description: 'The images.', body: imageResponse, headers: IGNORED_HEADER } as const

/** Both endpoints are one path: what a request asks for decides whether it draws or edits. */
const handle =
  ({ createImage, ignoredImageFields, clock }: CreateImageEndpointDeps): PaidHandle<t.TypeOf<typeof imageRequest>> =>
  async ({ body, baseUrl, note }, principal, named) => {
    const created = unixSeconds(clock.now())
    const ask = imageAskOf(body)
    const metered = await createImage({ principal, ask, operationId: named })
    if (isLeft(metered)) return metered
    const { operationId, answer, delivered } = metered.right
    const { inputTextTokens, inputImageTokens, outputTokens } = answer.usage
    note({ promptTokens: inputTextTokens + inputImageTokens, completionTokens: outputTokens })
    const headers = { ...paidHeaders(operationId, answer.priceMicro), ...ignoredHeader(ignoredImageFields(ask)) }
    return right(json(200, imageBody(answer, { created, baseUrl }), { headers, sent: delivered }))
  }

export const generateImagesEndpoint = (deps: CreateImageEndpointDeps): Endpoint =>
  endpoint({
    id: 'generateImages',
    method: 'POST',
    path: '/v1/images/generations',
    auth: 'api_key',
    summary: 'Draw images; edit some where `image` holds any',
    headers: optionalIdempotencyKey,
    body: imageRequest,
    bounds: BODY_BOUNDS.files,
    success,
    failures: FAILURES,
    handle: oncePerKey(deps.keyedCalls, { scope: 'images.generations', afterCrash: 'fail' }, handle(deps)),
  })

export const editImagesEndpoint = (deps: CreateImageEndpointDeps): Endpoint =>
  endpoint({
    id: 'editImages',
    method: 'POST',
    path: '/v1/images/edits',
    auth: 'api_key',
    summary: 'Edit images, given as files of a form or in JSON',
    headers: optionalIdempotencyKey,
    body: imageEditRequest,
    bounds: BODY_BOUNDS.files,
    multipart: imageForm,
    success,
    failures: FAILURES,
    handle: oncePerKey(deps.keyedCalls, { scope: 'images.edits', afterCrash: 'fail' }, handle(deps)),
  })
