import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadTopUpFailure, ReadTopUpInput } from '../../../../application/billing/top-ups/read-top-up.ts'
import type { TopUp } from '../../../../domain/payments/top-up.ts'
import { json } from '../../sending/http-response.ts'
import { uuid } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { topUpBody, writeTopUp } from './top-up-wire.ts'
import { accountSurface } from '../surface.ts'

export const readTopUpEndpoint = (
  readTopUp: (input: ReadTopUpInput) => Promise<Either<ReadTopUpFailure, TopUp>>,
): Endpoint =>
  endpoint({
    id: 'readTopUp',
    method: 'GET',
    path: '/v1/billing/topups/:id',
    surface: accountSurface,
    auth: 'session',
    group: 'Billing',
    hasEffect: true,
    summary: 'Read one of your top-ups as it is now',
    params: t.type({ id: uuid }),
    success: { status: 200, description: 'The top-up.', body: topUpBody },
    failures: ['not_found'],
    handle: async ({ params }, { userId }) => {
      const topUp = await readTopUp({ userId, topUpId: params.id })
      return isLeft(topUp) ? topUp : right(json(200, writeTopUp(topUp.right)))
    },
  })
