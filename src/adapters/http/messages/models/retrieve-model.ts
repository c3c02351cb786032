import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ModelNotFound } from '../../../../domain/catalog/find-model.ts'
import type { Model } from '../../../../domain/catalog/model.ts'
import type { GatewayPrincipal } from '../../../../domain/identity/principal.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { messagesSurface } from '../surface.ts'
import { describeModel, isChatModel, modelDescription } from './model-wire.ts'

type FindModel = (principal: GatewayPrincipal, id: string) => Either<ModelNotFound, Model>

/** Anthropic's `models.retrieve`. */
export const retrieveMessageModelEndpoint = (findModel: FindModel): Endpoint =>
  endpoint({
    id: 'retrieveMessageModel',
    method: 'GET',
    path: '/v1/models/*id',
    surface: messagesSurface,
    auth: 'api_key',
    group: 'Messages',
    summary: 'Describe one model that answers messages',
    params: t.type({ id: t.string }),
    success: { status: 200, description: 'The model in Anthropic’s shape.', body: modelDescription },
    failures: ['model_not_found'],
    handle: async ({ params: { id } }, principal) => {
      const found = findModel(principal, id)
      if (isLeft(found)) return found
      return isChatModel(found.right)
        ? right(json(200, describeModel(found.right)))
        : left({ tag: 'model_not_found', model: id })
    },
  })
