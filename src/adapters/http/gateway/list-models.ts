import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Model } from '../../../domain/catalog/model.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { modelBody, modelInfo } from './model-wire.ts'

export const listModelsEndpoint = (listModels: (principal: GatewayPrincipal) => readonly Model[]): Endpoint =>
  endpoint({
    id: 'listModels',
    method: 'GET',
    path: '/v1/models',
    auth: 'api_key',
    summary: 'List the models this key may use',
    success: {
      status: 200,
      description: 'Every model on offer. Free.',
      body: t.type({ object: t.literal('list'), data: t.array(modelInfo) }, 'ModelListResponse'),
    },
    failures: [],
    handle: async (_, principal) => right(json(200, { object: 'list', data: listModels(principal).map(modelBody) })),
  })
