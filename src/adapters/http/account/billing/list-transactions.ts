import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { MAX_EXPORTED } from '../../../../application/billing/export-pages.ts'
import type { ExportTransactions } from '../../../../application/billing/wallets/export-transactions.ts'
import type { ListTransactions } from '../../../../application/billing/wallets/list-transactions.ts'
import { json } from '../../sending/http-response.ts'
import { nullish } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { cursorPage } from '../../codecs/cursor-page.ts'
import { positionCursor } from '../../codecs/position-cursor.ts'
import { currencyCodec } from '../../codecs/money/wallet-wire.ts'
import { acceptHeader, CSV_ALTERNATIVE, csvAnswer, csvQuery, wantsCsv } from '../../csv/csv-answer.ts'
import { csvTable } from '../../csv/csv-line.ts'
import { TRANSACTION_COLUMNS, transactionListBody, transactionType, writeTransaction } from './transaction-wire.ts'
import { accountSurface } from '../surface.ts'

const positions = positionCursor('t')

const query = t.type({
  currency: nullish(currencyCodec),
  type: nullish(transactionType),
  limit: pageLimit(),
  cursor: nullish(t.string),
  ...csvQuery,
})

interface ListTransactionsDeps {
  readonly listTransactions: ListTransactions
  readonly exportTransactions: ExportTransactions
}

export const listTransactionsEndpoint = ({ listTransactions, exportTransactions }: ListTransactionsDeps): Endpoint =>
  endpoint({
    id: 'listTransactions',
    method: 'GET',
    path: '/v1/me/transactions',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'List what moved in your wallets, newest first',
    query,
    headers: acceptHeader,
    success: {
      status: 200,
      description:
        'One page. As CSV, all that fit from the cursor on, ' +
        `${MAX_EXPORTED.toLocaleString('en-US')} rows at most, whatever the \`limit\`; one file of an account at a time.`,
      body: transactionListBody,
      alternatives: CSV_ALTERNATIVE,
    },
    failures: ['invalid_cursor'],
    handle: async (call, { userId }) => {
      const { currency, type, limit, cursor } = call.query
      const before = typeof cursor === 'string' ? positions.read(cursor) : right(null)
      if (isLeft(before)) return before
      const asked = { userId, currency: currency ?? null, type: type ?? null, before: before.right }
      if (wantsCsv(call)) {
        const exported = await exportTransactions(asked)
        if (isLeft(exported)) return exported
        const { pages, end } = exported.right
        return right(csvAnswer('transactions', csvTable(TRANSACTION_COLUMNS, pages, writeTransaction), end))
      }
      return right(json(200, cursorPage(await listTransactions({ ...asked, limit }), positions, writeTransaction)))
    },
  })
