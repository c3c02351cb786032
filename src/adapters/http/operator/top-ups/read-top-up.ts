import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { ReadAnyTopUp } from '../../../../application/operators/top-ups/read-top-up.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { topUpDetailsBody, topUpParams, writeTopUpDetails } from './top-up-wire.ts'

export const readAnyTopUpEndpoint = (readTopUp: ReadAnyTopUp): Endpoint =>
  endpoint({
    id: 'readAnyTopUp',
    method: 'GET',
    path: '/v1/operator/topups/:topup_id',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Read a top-up with its refunds',
    params: topUpParams,
    success: { status: 200, description: 'The top-up, as it was last seen.', body: topUpDetailsBody },
    failures: ['not_found'],
    handle: async ({ params: { topup_id: id } }) => {
      const found = await readTopUp(id)
      return isLeft(found) ? found : right(json(200, writeTopUpDetails(found.right)))
    },
  })
