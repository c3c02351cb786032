import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { LimitAccount } from '../../../../application/operators/accounts/limit-account.ts'
import { MAX_REQUESTS_PER_MINUTE } from '../../../../domain/limits/admission-rates.ts'
import { integerBetween } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { noContent } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { reasonField } from '../reason-field.ts'
import { accountParams } from './account-wire.ts'

/** Null has to be written: a body without the field would take a limit away by mistake. */
const ownRate = t.union(
  [integerBetween(1, MAX_REQUESTS_PER_MINUTE), t.null],
  `an integer from 1 to ${MAX_REQUESTS_PER_MINUTE}, or null`,
)

const limitBody = t.type({ requests_per_minute: ownRate, reason: reasonField }, 'AccountLimitRequest')

export const limitAccountEndpoint = (limitAccount: LimitAccount): Endpoint =>
  endpoint({
    id: 'limitAccount',
    method: 'POST',
    path: '/v1/operator/accounts/:account_id/limit',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Set how many requests a minute an account may make',
    params: accountParams,
    body: limitBody,
    success: {
      status: 204,
      description:
        'Set, for all keys of the account together: it holds from the next call on, at other instances without Redis ' +
        'within five seconds. The calls of the last 60 seconds count against the new number.',
    },
    failures: ['not_found'],
    handle: async ({ params, body }, { userId: operatorId }) => {
      const { requests_per_minute: requestsPerMinute, reason } = body
      const limited = await limitAccount({ operatorId, accountId: params.account_id, requestsPerMinute, reason })
      return isLeft(limited) ? limited : right(noContent)
    },
  })
