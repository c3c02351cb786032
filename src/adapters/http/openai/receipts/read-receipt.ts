import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReceiptNotFound } from '../../../../application/gateway/metering/read-receipt.ts'
import type { Receipt } from '../../../../domain/ledger/receipt.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { writeReceipt, receiptObject } from './receipt-wire.ts'
import { openAiSurface } from '../surface.ts'

export const readReceiptEndpoint = (
  readReceipt: (userId: string, id: string) => Promise<Either<ReceiptNotFound, Receipt>>,
): Endpoint =>
  endpoint({
    id: 'readReceipt',
    method: 'GET',
    path: '/v1/usage/:operation_id',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    summary: 'Read what a paid call came to',
    params: t.type({ operation_id: t.string }),
    success: { status: 200, description: 'The receipt. Free.', body: receiptObject },
    failures: ['not_found'],
    handle: async (call, { userId }) => {
      const receipt = await readReceipt(userId, call.params.operation_id)
      return isLeft(receipt) ? receipt : right(json(200, writeReceipt(receipt.right)))
    },
  })
