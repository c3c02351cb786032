import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { SupportedParameters } from '../../../../application/gateway/models/supported-parameters.ts'
import type { Model } from '../../../../domain/catalog/model.ts'
import type { GatewayPrincipal } from '../../../../domain/identity/principal.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { writeModelInfo, modelInfo } from './model-wire.ts'
import { openAiSurface } from '../surface.ts'

export const listModelsEndpoint = (
  listModels: (principal: GatewayPrincipal) => readonly Model[],
  supportedParameters: SupportedParameters,
): Endpoint =>
  endpoint({
    id: 'listModels',
    method: 'GET',
    path: '/v1/models',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'List the models this key may use',
    success: {
      status: 200,
      description:
        'Every model on offer, with the optional fields of a request that all its providers are given. Free.',
      body: t.type({ object: t.literal('list'), data: t.array(modelInfo) }, 'ModelListResponse'),
    },
    failures: [],
    handle: async (_, principal) => {
      const data = listModels(principal).map((model) => writeModelInfo(model, supportedParameters(model)))
      return right(json(200, { object: 'list', data }))
    },
  })
