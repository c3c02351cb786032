import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { readReceipt } from '../../../../application/gateway/metering/read-receipt.ts'
import { uuid } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { requestBody, writeRequest } from '../../usage/request-wire.ts'

export const readRequestEndpoint = (read: ReturnType<typeof readReceipt>): Endpoint =>
  endpoint({
    id: 'readRequest',
    method: 'GET',
    path: '/v1/me/requests/:id',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'One of your ended paid operations',
    params: t.type({ id: uuid }),
    success: { status: 200, description: 'The receipt of the operation.', body: requestBody },
    failures: ['not_found'],
    handle: async ({ params: { id } }, { userId }) => {
      const receipt = await read(userId, id)
      if (isLeft(receipt) || receipt.right.endedAt === null) return left({ tag: 'not_found' })
      return right(json(200, writeRequest(receipt.right)))
    },
  })
