import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { CheckTopUp } from '../../../../application/operators/top-ups/check-top-up.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { noContent } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { topUpParams } from './top-up-wire.ts'

export const checkTopUpEndpoint = (checkTopUp: CheckTopUp): Endpoint =>
  endpoint({
    id: 'checkTopUp',
    method: 'POST',
    path: '/v1/operator/topups/:topup_id/check',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Ask the payment provider about a top-up now',
    params: topUpParams,
    success: { status: 204, description: 'The top-up has the state of its payment. Read it to learn which.' },
    failures: [
      'not_found',
      'payment_unknown',
      'payment_mismatch',
      'payment_provider_not_configured',
      'payment_refused',
      'payment_unavailable',
    ],
    handle: async ({ params: { topup_id: topUpId } }, { userId: operatorId }) => {
      const checked = await checkTopUp({ operatorId, topUpId })
      return isLeft(checked) ? checked : right(noContent)
    },
  })
