import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListTopUps } from '../../../../application/billing/top-ups/list-top-ups.ts'
import { json } from '../../sending/http-response.ts'
import { nullish } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { cursorPage } from '../../codecs/cursor-page.ts'
import { idCursor } from '../../codecs/id-cursor.ts'
import { topUpListBody, topUpStatus, writeTopUp } from './top-up-wire.ts'
import { accountSurface } from '../surface.ts'

const query = t.type({
  status: nullish(topUpStatus),
  limit: pageLimit(),
  cursor: nullish(t.string),
})

const places = idCursor('p')

export const listTopUpsEndpoint = (listTopUps: ListTopUps): Endpoint =>
  endpoint({
    id: 'listTopUps',
    method: 'GET',
    path: '/v1/billing/topups',
    surface: accountSurface,
    auth: 'session',
    group: 'Billing',
    summary: 'List your top-ups, newest first',
    query,
    success: {
      status: 200,
      description: 'One page, as the top-ups were last seen: reading a single one asks the provider.',
      body: topUpListBody,
    },
    failures: ['invalid_cursor'],
    handle: async ({ query: { status, limit, cursor } }, { userId }) => {
      const before = typeof cursor === 'string' ? places.read(cursor) : right(null)
      if (isLeft(before)) return before
      const page = await listTopUps({ userId, status: status ?? null, before: before.right, limit })
      return right(json(200, cursorPage(page, places, writeTopUp)))
    },
  })
