import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type {
  CreateImageFailure,
  CreateImageInput,
  CreatedImages,
} from '../../../../application/gateway/images/create-image.ts'
import type { Metered } from '../../../../application/gateway/metering/metered-call.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import { unixSeconds } from '../../../../domain/time-units.ts'
import type { Clock } from '../../../../application/ports/process/clock.ts'
import type { ImageParams } from '../../../../domain/images/plan.ts'
import { json } from '../../sending/http-response.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { INPUT_IMAGE_FAILURES } from '../openai-failures.ts'
import { paidCallFailures } from '../../paid-calls/paid-call-failures.ts'
import { optionalIdempotencyKey } from '../../endpoint/idempotency.ts'
import { IGNORED_FIELDS_HEADER, ignoredFieldsHeader } from '../../paid-calls/ignored-fields-header.ts'
import { toImageRequest, imageEditRequest, imageForm, imageRequest } from './image-request-codec.ts'
import { writeImages, imageResponse } from './image-wire.ts'
import { isNeverShortened, QUALITY_HEADERS, qualityHeader, shortenHeader } from '../../paid-calls/shortened-answers.ts'
import { withIdempotency } from '../../paid-calls/with-idempotency.ts'
import type { PaidCallHandler } from '../../paid-calls/with-idempotency.ts'
import { paidResponse } from '../../paid-calls/write-answer.ts'
import { paidHeaders } from '../../endpoint/paid-headers.ts'
import { openAiSurface } from '../surface.ts'

interface CreateImageEndpointDeps {
  readonly createImage: (input: CreateImageInput) => Promise<Either<CreateImageFailure, Metered<CreatedImages>>>
  /** Fields that are not sent to the model's providers. */
  readonly ignoredImageFields: (ask: ImageParams<unknown>) => readonly string[]
  readonly keyedCalls: KeyedCalls
  readonly clock: Clock
}

const FAILURES = paidCallFailures(INPUT_IMAGE_FAILURES)

const success = {
  status: 200,
  description: 'The images.',
  body: imageResponse,
  headers: { ...QUALITY_HEADERS, ...IGNORED_FIELDS_HEADER },
} as const

const headers = t.intersection([optionalIdempotencyKey, shortenHeader])

/** Both endpoints are one path: what a request asks for decides whether it generates or edits. */
const handle =
  ({
    createImage,
    ignoredImageFields,
    clock,
  }: CreateImageEndpointDeps): PaidCallHandler<
    t.TypeOf<typeof imageRequest>,
    CreateImageFailure,
    t.TypeOf<typeof headers>
  > =>
  async ({ body, headers: sent, baseUrl, addLogFields, openAnswer }, principal, named) => {
    const memory = openAnswer()
    if (isLeft(memory)) return memory
    const created = unixSeconds(clock.now())
    const ask = toImageRequest(body)
    const shortening = { isNeverShortened: isNeverShortened(sent) }
    const metered = await createImage({ principal, ask, operationId: named, memory: memory.right, ...shortening })
    if (isLeft(metered)) return metered
    const { operationId } = metered.right
    const response = await paidResponse(metered.right, (answer) => {
      const { inputTextTokens, inputImageTokens, outputTokens } = answer.usage
      addLogFields({ promptTokens: inputTextTokens + inputImageTokens, completionTokens: outputTokens })
      const ignored = ignoredFieldsHeader(ignoredImageFields(ask))
      const ofQuality = qualityHeader(answer.namedQuality)
      const shown = { ...paidHeaders(operationId, answer.priceMicro), ...ofQuality, ...ignored }
      return json(200, writeImages(answer, { created, baseUrl }), { headers: shown })
    })
    return right(response)
  }

export const generateImagesEndpoint = (deps: CreateImageEndpointDeps): Endpoint =>
  endpoint({
    id: 'generateImages',
    method: 'POST',
    path: '/v1/images/generations',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Generate images, or edit those that `image` holds',
    headers,
    body: imageRequest,
    bodyLimits: BODY_LIMITS.files,
    success,
    failures: FAILURES,
    handle: withIdempotency(
      openAiSurface,
      deps.keyedCalls,
      { scope: 'images.generations', afterCrash: 'fail' },
      handle(deps),
    ),
  })

export const editImagesEndpoint = (deps: CreateImageEndpointDeps): Endpoint =>
  endpoint({
    id: 'editImages',
    method: 'POST',
    path: '/v1/images/edits',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Edit images, given as files of a form or in JSON',
    headers,
    body: imageEditRequest,
    bodyLimits: BODY_LIMITS.files,
    multipart: imageForm,
    success,
    failures: FAILURES,
    handle: withIdempotency(
      openAiSurface,
      deps.keyedCalls,
      { scope: 'images.edits', afterCrash: 'fail' },
      handle(deps),
    ),
  })
