import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadInputItems } from '../../../../application/responses/read-response.ts'
import { defaulted, integerFromString, nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { inputItemPage } from './input-item-page.ts'
import { responsesSurface } from './surface.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

const order = t.keyof({ asc: null, desc: null }, 'asc or desc')

const id = t.union([t.string, t.null])

const item = t.intersection([t.type({ id: t.string, type: t.string }), t.UnknownRecord], 'ResponseInputItem')

export const listInputItemsEndpoint = (readInputItems: ReadInputItems): Endpoint =>
  endpoint({
    id: 'listInputItems',
    method: 'GET',
    path: '/v1/responses/:response_id/input_items',
    surface: responsesSurface,
    auth: 'api_key',
    group: 'Responses',
    summary: 'List what a stored response answered, newest first unless asked for in the other order',
    params: t.type({ response_id: t.string }),
    query: t.type({
      limit: defaulted(integerFromString(1, MAX_LIMIT), DEFAULT_LIMIT),
      after: nullish(t.string),
      order: nullish(order),
    }),
    success: {
      status: 200,
      description: 'One page of the items of its request and of the responses that it continues. Free.',
      body: t.type(
        { object: t.literal('list'), data: t.array(item), has_more: t.boolean, first_id: id, last_id: id },
        'ResponseItemList',
      ),
    },
    failures: ['not_found', 'invalid_cursor', 'overloaded'],
    handle: async ({ params, query, holdBytes }, { userId }) => {
      const items = await readInputItems(userId, params.response_id, holdBytes)
      if (isLeft(items)) return items
      const { limit, after } = query
      const page = inputItemPage(items.right, { order: query.order ?? 'desc', after: after ?? null, limit })
      if (isLeft(page)) return page
      const { data, hasMore } = page.right
      const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
      return right(json(200, { object: 'list', data, has_more: hasMore, ...ends }))
    },
  })
