import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListTopUpsInput, TopUpPage } from '../../../application/billing/list-top-ups.ts'
import { json } from '../answer.ts'
import { defaulted, integerInText, nullish } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import type { InvalidCursor } from '../position-cursor.ts'
import { topUpListBody, topUpStatus, writeTopUp } from './top-up-wire.ts'

const DEFAULT_LIMIT = 50

const query = t.type({
  status: nullish(topUpStatus),
  limit: defaulted(integerInText(1, 100), DEFAULT_LIMIT),
  cursor: nullish(t.string),
})

const PLACE = /^p([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

const writePlace = (id: string): string => Buffer.from(`p${id}`).toString('base64url')

/** Of one spelling only: what this list did not give out is no place in it. */
const readPlace = (cursor: string): Either<InvalidCursor, string> => {
  const [, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  return id === undefined || writePlace(id) !== cursor ? left({ tag: 'invalid_cursor' }) : right(id)
}

export const listTopUpsEndpoint = (listTopUps: (input: ListTopUpsInput) => Promise<TopUpPage>): Endpoint =>
  endpoint({
    id: 'listTopUps',
    method: 'GET',
    path: '/v1/billing/topups',
    auth: 'session',
    summary: 'List your top-ups, newest first',
    query,
    success: {
      status: 200,
      description: 'One page, as the top-ups were last seen: reading a single one asks the provider.',
      body: topUpListBody,
    },
    failures: ['invalid_cursor'],
    handle: async ({ query: { status, limit, cursor } }, { userId }) => {
      const before = typeof cursor === 'string' ? readPlace(cursor) : right(null)
      if (isLeft(before)) return before
      const page = await listTopUps({
        userId,
        status: status ?? null,
        before: before.right,
        limit,
      })
      const nextCursor = page.nextBefore === null ? null : writePlace(page.nextBefore)
      return right(json(200, { data: page.topUps.map(writeTopUp), next_cursor: nextCursor }))
    },
  })
