import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListTopUps } from '../../../../application/billing/top-ups/list-top-ups.ts'
import { nullish, uuid } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { cursorPage } from '../../codecs/cursor-page.ts'
import { idCursor } from '../../codecs/id-cursor.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { topUpListBody, topUpStatus, writeTopUp } from './top-up-wire.ts'

const cursors = idCursor('t')

export const listAllTopUpsEndpoint = (listTopUps: ListTopUps): Endpoint =>
  endpoint({
    id: 'listAllTopUps',
    method: 'GET',
    path: '/v1/operator/topups',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'List the top-ups of all accounts, or of one, newest first',
    query: t.type({
      status: nullish(topUpStatus),
      account: nullish(uuid),
      limit: pageLimit(),
      cursor: nullish(t.string),
    }),
    success: { status: 200, description: 'One page, as the top-ups were last seen.', body: topUpListBody },
    failures: ['invalid_cursor'],
    handle: async ({ query: { status = null, account = null, limit, cursor } }) => {
      const before = typeof cursor === 'string' ? cursors.read(cursor) : right(null)
      if (isLeft(before)) return before
      const page = await listTopUps({ userId: account, status, before: before.right, limit })
      return right(json(200, cursorPage(page, cursors, writeTopUp)))
    },
  })
