import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ContinueRefund } from '../../../../application/operators/top-ups/continue-refund.ts'
import { uuid } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { REFUND_FAILURES, refundBody, writeRefund } from './top-up-wire.ts'

export const continueRefundEndpoint = (continueRefund: ContinueRefund): Endpoint =>
  endpoint({
    id: 'continueRefund',
    method: 'POST',
    path: '/v1/operator/topups/:topup_id/refunds/:refund_id/continue',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Order a pending refund from the payment provider once more',
    params: t.type({ topup_id: uuid, refund_id: uuid }),
    success: {
      status: 200,
      description:
        'The refund as it is now. However often it is continued, the money goes back once; one that has ended stays as ' +
        'it is, and is answered again.',
      body: refundBody,
    },
    failures: ['not_found', ...REFUND_FAILURES],
    handle: async ({ params: { topup_id: topUpId, refund_id: refundId } }, { userId: operatorId }) => {
      const continued = await continueRefund({ operatorId, topUpId, refundId })
      if (isLeft(continued)) return continued
      const { refund, topUp } = continued.right
      return right(json(200, writeRefund(refund, topUp)))
    },
  })
