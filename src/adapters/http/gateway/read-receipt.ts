import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Receipt } from '../../../domain/ledger/receipt.ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { receiptBody, receiptBodyCodec } from './receipt-wire.ts'

export const readReceiptEndpoint = (
  readReceipt: (userId: string, id: string) => Promise<Either<{ readonly tag: 'not_found' }, Receipt>>,
): Endpoint =>
  endpoint({
    id: 'readReceipt',
    method: 'GET',
    path: '/v1/usage/:operation_id',
    auth: 'api_key',
    summary: 'Read what a paid call came to',
    params: t.type({ operation_id: t.string }),
    success: { status: 200, description: 'The receipt. Free.', body: receiptBodyCodec },
    failures: ['not_found'],
    handle: async (call, { userId }) => {
      const receipt = await readReceipt(userId, call.params.operation_id)
      return isLeft(receipt) ? receipt : right(json(200, receiptBody(receipt.right)))
    },
  })
