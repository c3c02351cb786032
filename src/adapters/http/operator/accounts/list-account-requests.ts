import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListReceipts } from '../../../../application/billing/usage/list-receipts.ts'
import { RECEIPT_OUTCOMES } from '../../../../domain/ledger/receipt-facts.ts'
import { requestListBody, writeRequest } from '../../usage/request-wire.ts'
import { modelId, nullish, uuid } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { cursorPage } from '../../codecs/cursor-page.ts'
import { idCursor } from '../../codecs/id-cursor.ts'
import { wordOf } from '../../codecs/word-codec.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { accountParams } from './account-wire.ts'

const cursors = idCursor('q')

export const listAccountRequestsEndpoint = (listReceipts: ListReceipts): Endpoint =>
  endpoint({
    id: 'listAccountRequests',
    method: 'GET',
    path: '/v1/operator/accounts/:account_id/requests',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'List the ended paid calls of an account, the latest start first',
    params: accountParams,
    query: t.type({
      model: nullish(modelId),
      key: nullish(uuid),
      outcome: nullish(wordOf(RECEIPT_OUTCOMES)),
      limit: pageLimit(),
      cursor: nullish(t.string),
    }),
    success: {
      status: 200,
      description:
        'One page. It reads a bounded number of calls: where the filters leave nearly all of them out it may hold ' +
        'fewer than `limit`, or none, while `next_cursor` leads on. Prompts and answers are not kept.',
      body: requestListBody,
    },
    failures: ['invalid_cursor'],
    handle: async ({ params: { account_id: ownerId }, query: { limit, cursor, ...asked } }) => {
      const before = typeof cursor === 'string' ? cursors.read(cursor) : right(null)
      if (isLeft(before)) return before
      const filter = {
        model: asked.model ?? null,
        keyId: asked.key ?? null,
        outcome: asked.outcome ?? null,
        currency: null,
        surface: null,
        fromMs: null,
        toMs: null,
      }
      const page = await listReceipts({ ownerId, filter, before: before.right, limit })
      return right(json(200, cursorPage(page, cursors, writeRequest)))
    },
  })
