import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadTopUpFailure, ReadTopUpInput } from '../../../application/billing/read-top-up.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import { json } from '../answer.ts'
import { uuid } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { topUpBody, writeTopUp } from './top-up-wire.ts'

export const readTopUpEndpoint = (
  readTopUp: (input: ReadTopUpInput) => Promise<Either<ReadTopUpFailure, TopUp>>,
): Endpoint =>
  endpoint({
    id: 'readTopUp',
    method: 'GET',
    path: '/v1/billing/topups/:id',
    auth: 'session',
    summary: 'Read one of your top-ups as it is now',
    params: t.type({ id: uuid }),
    success: { status: 200, description: 'The top-up.', body: topUpBody },
    failures: ['not_found'],
    handle: async ({ params }, { userId }) => {
      const topUp = await readTopUp({ userId, topUpId: params.id })
      return isLeft(topUp) ? topUp : right(json(200, writeTopUp(topUp.right)))
    },
  })
