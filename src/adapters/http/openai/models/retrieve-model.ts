import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { SupportedParameters } from '../../../../application/gateway/models/supported-parameters.ts'
import type { ModelNotFound } from '../../../../domain/catalog/find-model.ts'
import type { Model } from '../../../../domain/catalog/model.ts'
import type { GatewayPrincipal } from '../../../../domain/identity/principal.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { writeModelInfo, modelInfo } from './model-wire.ts'
import { openAiSurface } from '../surface.ts'

type RetrieveModel = (principal: GatewayPrincipal, id: string) => Either<ModelNotFound, Model>

/** The id holds a slash; clients send it percent-encoded (the official SDK) or bare. */
export const retrieveModelEndpoint = (
  retrieveModel: RetrieveModel,
  supportedParameters: SupportedParameters,
): Endpoint =>
  endpoint({
    id: 'retrieveModel',
    method: 'GET',
    path: '/v1/models/*id',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Describe one model',
    params: t.type({ id: t.string }),
    success: { status: 200, description: 'The model.', body: modelInfo },
    failures: ['model_not_found'],
    handle: async (call, principal) => {
      const model = retrieveModel(principal, call.params.id)
      if (isLeft(model)) return model
      return right(json(200, writeModelInfo(model.right, supportedParameters(model.right))))
    },
  })
