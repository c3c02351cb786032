import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadInputItems } from '../../../../application/responses/read-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { ignoredFieldsHeader } from '../../paid-calls/ignored-fields-header.ts'
import { json } from '../../sending/http-response.ts'
import { listBody, listQuery, writeList } from '../list-page.ts'
import { IGNORED_INCLUDES_HEADER, includeQuery, notIncluded } from './included-fields.ts'
import { inputItemPage } from './input-item-page.ts'
import { responsesSurface } from './surface.ts'

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
    query: t.intersection([listQuery, t.type(includeQuery)]),
    success: {
      status: 200,
      description: 'One page of the items of its request and of the responses that it continues. Free.',
      body: listBody(item, 'ResponseItemList'),
      headers: IGNORED_INCLUDES_HEADER,
    },
    failures: ['not_found', 'invalid_cursor'],
    handle: async ({ params, query, holdBytes }, { userId }) => {
      const items = await readInputItems(userId, params.response_id, holdBytes)
      if (isLeft(items)) return items
      const { limit, after } = query
      const page = inputItemPage(items.right, { order: query.order ?? 'desc', after: after ?? null, limit })
      if (isLeft(page)) return page
      const { data, hasMore } = page.right
      return right(json(200, writeList(data, hasMore), { headers: ignoredFieldsHeader(notIncluded(query, data)) }))
    },
  })
