import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Model } from '../../../../domain/catalog/model.ts'
import type { GatewayPrincipal } from '../../../../domain/identity/principal.ts'
import { integerFromString, modelId, nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { messagesSurface } from '../surface.ts'
import { describeModel, isChatModel, modelDescription } from './model-wire.ts'
import { pageOfList } from './page.ts'

const MAX_PAGE = 1_000

const idOrNull = t.union([t.string, t.null])

/** Anthropic's `models.list`. Other kinds of models answer no messages, so they are not listed. */
export const listMessageModelsEndpoint = (listModels: (principal: GatewayPrincipal) => readonly Model[]): Endpoint =>
  endpoint({
    id: 'listMessageModels',
    method: 'GET',
    path: '/v1/models',
    surface: messagesSurface,
    auth: 'api_key',
    group: 'Messages',
    summary: 'List the models that answer messages',
    query: t.partial({
      limit: nullish(integerFromString(1, MAX_PAGE)),
      after_id: nullish(modelId),
      before_id: nullish(modelId),
    }),
    success: {
      status: 200,
      description: 'the chat models in Anthropic’s shape, page by page.',
      body: t.type(
        { data: t.array(modelDescription), has_more: t.boolean, first_id: idOrNull, last_id: idOrNull },
        'MessagesModelList',
      ),
    },
    failures: ['invalid_cursor'],
    handle: async ({ query }, principal) => {
      const models = listModels(principal).filter(isChatModel).map(describeModel)
      const { limit, after_id: afterId = null, before_id: beforeId = null } = query
      const page = pageOfList(models, { limit: limit ?? MAX_PAGE, afterId, beforeId })
      return isLeft(page) ? page : right(json(200, { ...page.right }))
    },
  })
