import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { MAX_EXPORTED } from '../../../../application/billing/export-pages.ts'
import type { ExportReceipts } from '../../../../application/billing/usage/export-receipts.ts'
import type { ListReceipts } from '../../../../application/billing/usage/list-receipts.ts'
import type { ReceiptFilter } from '../../../../application/ports/billing/receipt-log.ts'
import { RECEIPT_OUTCOMES } from '../../../../domain/ledger/receipt-facts.ts'
import { modelId, nullish, uuid } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { currencyCodec } from '../../codecs/money/wallet-wire.ts'
import { cursorPage } from '../../codecs/cursor-page.ts'
import { idCursor } from '../../codecs/id-cursor.ts'
import { queryTime } from '../../codecs/query-time.ts'
import { wordOf } from '../../codecs/word-codec.ts'
import { acceptHeader, CSV_ALTERNATIVE, csvAnswer, csvQuery, wantsCsv } from '../../csv/csv-answer.ts'
import { csvTable } from '../../csv/csv-line.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { msOf, surfaceFilter } from '../../usage/usage-query.ts'
import { accountSurface } from '../surface.ts'
import { REQUEST_COLUMNS, requestListBody, writeRequest } from '../../usage/request-wire.ts'

const places = idCursor('r')

const query = t.type({
  model: nullish(modelId),
  key: nullish(uuid),
  outcome: nullish(wordOf(RECEIPT_OUTCOMES)),
  surface: surfaceFilter,
  currency: nullish(currencyCodec),
  from: nullish(queryTime('The earliest start.')),
  to: nullish(queryTime('Starts before this moment.')),
  limit: pageLimit(200),
  cursor: nullish(t.string),
  ...csvQuery,
})

const filterOf = (asked: t.TypeOf<typeof query>): ReceiptFilter => ({
  currency: asked.currency ?? null,
  model: asked.model ?? null,
  keyId: asked.key ?? null,
  outcome: asked.outcome ?? null,
  surface: asked.surface ?? null,
  fromMs: msOf(asked.from),
  toMs: msOf(asked.to),
})

interface ListRequestsDeps {
  readonly listReceipts: ListReceipts
  readonly exportReceipts: ExportReceipts
}

export const listRequestsEndpoint = ({ listReceipts, exportReceipts }: ListRequestsDeps): Endpoint =>
  endpoint({
    id: 'listRequests',
    method: 'GET',
    path: '/v1/me/requests',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'List your paid calls that have ended, the latest start first',
    query,
    headers: acceptHeader,
    success: {
      status: 200,
      description:
        'One page. It reads a bounded number of calls: where the filters leave nearly all of them out it may hold ' +
        'fewer than `limit`, or none, while `next_cursor` leads on. Prompts and answers are not kept, so not shown. As CSV, ' +
        `all that fit from the cursor on, ${MAX_EXPORTED.toLocaleString('en-US')} rows at most, whatever the \`limit\`; one such file at a time.`,
      body: requestListBody,
      alternatives: CSV_ALTERNATIVE,
    },
    failures: ['invalid_cursor'],
    handle: async (call, { userId }) => {
      const { cursor, limit } = call.query
      const before = typeof cursor === 'string' ? places.read(cursor) : right(null)
      if (isLeft(before)) return before
      const asked = { ownerId: userId, filter: filterOf(call.query), before: before.right }
      if (wantsCsv(call)) {
        const exported = await exportReceipts(asked)
        if (isLeft(exported)) return exported
        return right(
          csvAnswer('requests', csvTable(REQUEST_COLUMNS, exported.right.pages, writeRequest), exported.right.end),
        )
      }
      return right(json(200, cursorPage(await listReceipts({ ...asked, limit }), places, writeRequest)))
    },
  })
