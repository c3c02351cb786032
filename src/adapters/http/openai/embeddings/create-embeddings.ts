import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  CreatedEmbeddings,
  CreateEmbeddingsFailure,
  CreateEmbeddingsInput,
} from '../../../../application/gateway/embeddings/create-embeddings.ts'
import type { Metered } from '../../../../application/gateway/metering/metered-call.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { optionalIdempotencyKey } from '../../endpoint/idempotency.ts'
import { paidHeaders } from '../../endpoint/paid-headers.ts'
import { IGNORED_FIELDS_HEADER, ignoredFieldsHeader, unknownFields } from '../../paid-calls/ignored-fields-header.ts'
import { withIdempotency } from '../../paid-calls/with-idempotency.ts'
import { paidResponse } from '../../paid-calls/write-answer.ts'
import { JSON_TYPE } from '../../sending/http-response.ts'
import type { HttpResponse } from '../../sending/http-response.ts'
import { paidCallFailures } from '../../paid-calls/paid-call-failures.ts'
import { openAiSurface } from '../surface.ts'
import { EMBEDDING_BODY, EMBEDDING_FIELDS, embeddingRequest, toEmbeddingRequest } from './embedding-request-codec.ts'
import { embeddingResponse, writeEmbeddings } from './embedding-wire.ts'

interface CreateEmbeddingsEndpointDeps {
  readonly createEmbeddings: (
    input: CreateEmbeddingsInput,
  ) => Promise<Either<CreateEmbeddingsFailure, Metered<CreatedEmbeddings>>>
  readonly keyedCalls: KeyedCalls
}

export const createEmbeddingsEndpoint = ({ createEmbeddings, keyedCalls }: CreateEmbeddingsEndpointDeps): Endpoint =>
  endpoint({
    id: 'createEmbeddings',
    method: 'POST',
    path: '/v1/embeddings',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Turn texts into vectors',
    headers: optionalIdempotencyKey,
    body: embeddingRequest,
    bodyLimits: EMBEDDING_BODY,
    success: {
      status: 200,
      description:
        'A vector for each input, in the order of the inputs: as numbers or, with `encoding_format: base64`, as the ' +
        'base64 of 32-bit floats, little-endian.',
      body: embeddingResponse,
      headers: IGNORED_FIELDS_HEADER,
    },
    failures: paidCallFailures([]),
    handle: withIdempotency(
      openAiSurface,
      keyedCalls,
      { scope: 'embeddings', afterCrash: 'fail' },
      async (
        { body, addLogFields, showTokens, openAnswer },
        principal,
        operationId,
      ): Promise<Either<CreateEmbeddingsFailure, HttpResponse>> => {
        const request = toEmbeddingRequest(body)
        const memory = openAnswer()
        if (isLeft(memory)) return memory
        const input = { principal, request, operationId, onTokens: showTokens, memory: memory.right }
        const metered = await createEmbeddings(input)
        if (isLeft(metered)) return metered
        const response = await paidResponse(metered.right, async (answer) => {
          const { promptTokens, priceMicro, ignored } = answer
          addLogFields({ promptTokens })
          const headers = {
            ...paidHeaders(operationId, priceMicro),
            ...ignoredFieldsHeader([...unknownFields(body, EMBEDDING_FIELDS), ...ignored]),
          }
          const bytes = await writeEmbeddings(answer, body.model, body.encoding_format ?? 'float')
          return { tag: 'bytes', status: 200, contentType: JSON_TYPE, body: bytes, headers }
        })
        return right(response)
      },
    ),
  })
