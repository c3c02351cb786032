import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { DeleteResponse, ReadResponse } from '../../../../application/responses/read-response.ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import { responseIdOf } from '../../../../domain/responses/stored-response.ts'
import { nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { ignoredFieldsHeader } from '../../paid-calls/ignored-fields-header.ts'
import { json } from '../../sending/http-response.ts'
import { response } from '../response-output/response-codec.ts'
import { IGNORED_INCLUDES_HEADER, includeQuery, notIncluded } from './included-fields.ts'
import { responsesSurface } from './surface.ts'

const params = t.type({ response_id: t.string })

export const readResponseEndpoint = (readResponse: ReadResponse): Endpoint =>
  endpoint({
    id: 'readResponse',
    method: 'GET',
    path: '/v1/responses/:response_id',
    surface: responsesSurface,
    auth: 'api_key',
    group: 'Responses',
    summary: 'Read a stored response',
    params,
    query: t.type({ stream: nullish(t.keyof({ true: null, false: null })), ...includeQuery }),
    success: {
      status: 200,
      description: 'The response, as it was answered. Free.',
      body: response,
      headers: IGNORED_INCLUDES_HEADER,
    },
    failures: ['not_found', 'unsupported_parameter'],
    handle: async (call, { userId }) => {
      if (call.query.stream === 'true') {
        return unsupportedParameter('stream', 'A stored response is read at once; only a new one is streamed.')
      }
      const read = await readResponse(userId, call.params.response_id, call.holdBytes)
      if (isLeft(read)) return read
      const headers = ignoredFieldsHeader(notIncluded(call.query, read.right.output))
      return right(json(200, read.right, { headers }))
    },
  })

const deleted = t.type({ id: t.string, object: t.literal('response'), deleted: t.literal(true) }, 'DeletedResponse')

export const deleteResponseEndpoint = (deleteResponse: DeleteResponse): Endpoint =>
  endpoint({
    id: 'deleteResponse',
    method: 'DELETE',
    path: '/v1/responses/:response_id',
    surface: responsesSurface,
    auth: 'api_key',
    group: 'Responses',
    summary: 'Delete a stored response; those that continue it can still be continued',
    params,
    success: { status: 200, description: 'It is deleted.', body: deleted },
    failures: ['not_found'],
    handle: async (call, { userId }) => {
      const outcome = await deleteResponse(userId, call.params.response_id)
      if (isLeft(outcome)) return outcome
      return right(json(200, { id: responseIdOf(outcome.right), object: 'response', deleted: true }))
    },
  })
