import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Model } from '../../../domain/catalog/model.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { modelBody, modelInfo } from './model-wire.ts'

type RetrieveModel = (
  principal: GatewayPrincipal,
  id: string,
) => Either<{ readonly tag: 'model_not_found'; readonly model: string }, Model>

/** The id holds a slash; clients send it percent-encoded (the official SDK) or bare. */
export const retrieveModelEndpoint = (retrieveModel: RetrieveModel): Endpoint =>
  endpoint({
    id: 'retrieveModel',
    method: 'GET',
    path: '/v1/models/*id',
    auth: 'api_key',
    summary: 'Describe one model',
    params: t.type({ id: t.string }),
    success: { status: 200, description: 'The model.', body: modelInfo },
    failures: ['model_not_found'],
    handle: async (call, principal) => {
      const model = retrieveModel(principal, call.params.id)
      return isLeft(model) ? model : right(json(200, modelBody(model.right)))
    },
  })
