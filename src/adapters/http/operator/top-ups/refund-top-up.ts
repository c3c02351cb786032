import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { idempotently } from '../../../../application/idempotency/idempotently.ts'
import { IN_PROGRESS_RETRY_AFTER_SECONDS } from '../../../../application/idempotency/claim-key.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import type { ClaimKeyFailure } from '../../../../application/idempotency/claim-key.ts'
import type {
  RefundByOperator,
  RefundByOperatorFailure,
  RefundOfTopUp,
} from '../../../../application/operators/top-ups/refund-by-operator.ts'
import type { RecordedResult } from '../../../../domain/limits/idempotency.ts'
import { amountWhere, isPositive } from '../../codecs/money/amounts.ts'
import { onlyKnown } from '../../codecs/only-known.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { decodeResponse, encodeJson, REPLAY_HEADERS, requiredIdempotencyKey } from '../../endpoint/idempotency.ts'
import { reasonField } from '../reason-field.ts'
import { operatorError } from '../operator-failures.ts'
import type { OperatorFailure } from '../operator-failures.ts'
import { operatorSurface } from '../surface.ts'
import { REFUND_FAILURES, refundBody, topUpParams, writeRefund } from './top-up-wire.ts'

/** Micro-units of the wallet's currency. */
const positiveAmount = amountWhere('a decimal string above 0 with at most six fractional digits', isPositive, {
  examples: ['40.00'],
})

const body = onlyKnown(t.type({ amount: positiveAmount, reason: reasonField }, 'RefundTopUpRequest'))

const FAILURES = ['not_found', 'idempotency_in_progress', 'idempotency_mismatch', ...REFUND_FAILURES] as const

type RefundApiFailure = OperatorFailure & { readonly tag: (typeof FAILURES)[number] | 'forbidden' | 'internal_error' }

const failureOf = (failure: RefundByOperatorFailure | ClaimKeyFailure): RefundApiFailure => {
  if (failure.tag === 'interrupted') return { tag: 'internal_error' }
  if (failure.tag !== 'idempotency_in_progress') return failure
  return { tag: 'idempotency_in_progress', retryAfterSeconds: IN_PROGRESS_RETRY_AFTER_SECONDS }
}

const encodeRefund = ({ topUp, refund }: RefundOfTopUp): RecordedResult => encodeJson(201, writeRefund(refund, topUp))

/** What the provider has refused stays refused under this key; every other failure has moved nothing, and frees it. */
const encodeFailure = (failure: RefundByOperatorFailure): RecordedResult | null => {
  if (failure.tag !== 'payment_refused') return null
  const refused = operatorError(failure)
  return encodeJson(refused.status, refused.body)
}

export const refundTopUpEndpoint = (refund: RefundByOperator, keyedCalls: KeyedCalls): Endpoint =>
  endpoint({
    id: 'refundTopUp',
    method: 'POST',
    path: '/v1/operator/topups/:topup_id/refund',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Give money of a top-up back to who paid it',
    headers: requiredIdempotencyKey,
    params: topUpParams,
    body,
    success: {
      status: 201,
      description:
        'The refund. `succeeded`: the money has left the wallet and is on the way to the customer. `pending`: the payment ' +
        'provider gave no final answer, and the money stays held; continue this refund to learn its end.',
      body: refundBody,
      headers: REPLAY_HEADERS,
    },
    failures: FAILURES,
    handle: async (call, { userId: operatorId }) => {
      const { amount, reason } = call.body
      const answered = await idempotently(keyedCalls)({
        userId: operatorId,
        scope: 'operator.refund',
        key: call.headers['idempotency-key'],
        ...call.requestHashes(),
        afterCrash: 'resume',
        execute: ({ operationId: requestId }) =>
          refund({ operatorId, topUpId: call.params.topup_id, requestId, amount, reason }),
        encode: encodeRefund,
        encodeFailure,
      })
      if (isLeft(answered)) return left(failureOf(answered.left))
      return right(decodeResponse(answered.right.result, answered.right.replayed))
    },
  })
