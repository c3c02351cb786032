import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type {
  ListTransactionsInput,
  TransactionPage,
} from '../../../../application/billing/wallets/list-transactions.ts'
import { json } from '../../sending/http-response.ts'
import { defaulted, integerFromString, nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { positionCursor } from '../../codecs/position-cursor.ts'
import { currencyCodec } from '../../codecs/currency-codec.ts'
import { transactionListBody, writeTransaction } from './transaction-wire.ts'
import { accountSurface } from '../surface.ts'

const DEFAULT_LIMIT = 50

const positions = positionCursor('t')

const typeCodec = t.keyof(
  { topup: null, charge: null, refund: null, bonus: null, adjustment: null },
  'topup, charge, refund, bonus or adjustment',
)

const query = t.type({
  currency: nullish(currencyCodec),
  type: nullish(typeCodec),
  limit: defaulted(integerFromString(1, 100), DEFAULT_LIMIT),
  cursor: nullish(t.string),
})

export const listTransactionsEndpoint = (
  listTransactions: (input: ListTransactionsInput) => Promise<TransactionPage>,
): Endpoint =>
  endpoint({
    id: 'listTransactions',
    method: 'GET',
    path: '/v1/me/transactions',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'List what moved in your wallets, newest first',
    query,
    success: { status: 200, description: 'One page.', body: transactionListBody },
    failures: ['invalid_cursor'],
    handle: async ({ query: { currency, type, limit, cursor } }, { userId }) => {
      const before = typeof cursor === 'string' ? positions.read(cursor) : right(null)
      if (isLeft(before)) return before
      const page = await listTransactions({
        userId,
        currency: currency ?? null,
        type: type ?? null,
        before: before.right,
        limit,
      })
      const nextCursor = page.nextBefore === null ? null : positions.write(page.nextBefore)
      return right(json(200, { data: page.transactions.map(writeTransaction), next_cursor: nextCursor }))
    },
  })
