import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { TopUpFailure, TopUpInput } from '../../../application/billing/top-up.ts'
import type { StoredAnswer } from '../../../application/idempotency/idempotently.ts'
import { IN_PROGRESS_RETRY_AFTER_SECONDS } from '../../../application/idempotency/lease.ts'
import { MICRO_PER_UNIT } from '../../../domain/money/money.ts'
import { decimalAmount } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import type { AccountFailure } from '../failures.ts'
import { requiredIdempotencyKey } from '../idempotency-key.ts'
import { REPEAT_HEADERS, storedAnswer } from '../stored-answer.ts'
import { currencyCodec } from '../currency-codec.ts'
import { renderPaymentFailure, renderTopUp, topUpBody } from './top-up-wire.ts'

export const createTopUpEndpoint = (
  topUp: (input: TopUpInput) => Promise<Either<TopUpFailure, StoredAnswer>>,
): Endpoint =>
  endpoint({
    id: 'createTopUp',
    method: 'POST',
    path: '/v1/billing/topup',
    auth: 'session',
    summary: 'Buy money for a wallet',
    headers: requiredIdempotencyKey,
    body: t.type({ currency: currencyCodec, amount: decimalAmount }, 'TopupRequest'),
    success: {
      status: 201,
      description: 'Ordered; credited once the provider confirms.',
      body: topUpBody,
      headers: REPEAT_HEADERS,
    },
    failures: [
      'not_found',
      'idempotency_in_progress',
      'idempotency_mismatch',
      'payment_failed',
      'payment_unavailable',
      'rate_limit_exceeded',
    ],
    handle: async (call, { userId }) => {
      const answer = await topUp({
        userId,
        key: call.headers['idempotency-key'],
        requestHash: call.requestHash(),
        currency: call.body.currency,
        amount: call.body.amount,
        render: renderTopUp,
        renderProviderFailure: renderPaymentFailure,
      })
      return isLeft(answer) ? left(failureOf(answer.left)) : right(storedAnswer(answer.right))
    },
  })

const amountProblem = (message: string, type: string): AccountFailure => ({
  tag: 'validation_error',
  problems: [{ place: 'body', path: ['amount'], message, type }],
})

const failureOf = (failure: TopUpFailure): AccountFailure => {
  switch (failure.tag) {
    case 'amount_out_of_range': {
      const { least, most } = failure
      return amountProblem(`must be from ${least / MICRO_PER_UNIT} to ${most / MICRO_PER_UNIT}`, 'out_of_range')
    }
    case 'amount_below_kopeck':
      return amountProblem('must have at most two decimals in RUB', 'invalid')
    case 'idempotency_in_progress':
      return { tag: 'idempotency_in_progress', retryAfterSeconds: IN_PROGRESS_RETRY_AFTER_SECONDS }
    case 'idempotency_mismatch':
    case 'not_found':
    case 'rate_limit_exceeded':
      return failure
    case 'payment_unavailable':
      return { tag: 'payment_unavailable' }
    case 'interrupted':
    case 'payment_mismatch':
    case 'payment_refused':
      return { tag: 'payment_failed' }
  }
}
