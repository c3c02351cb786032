import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { isProviderFault } from '../../../../application/billing/top-ups/top-up.ts'
import type { topUp as makeTopUp, TopUpFailure } from '../../../../application/billing/top-ups/top-up.ts'
import { IN_PROGRESS_RETRY_AFTER_SECONDS } from '../../../../application/idempotency/claim-key.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import type { ClaimKeyFailure } from '../../../../application/idempotency/claim-key.ts'
import { idempotently } from '../../../../application/idempotency/idempotently.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { decimalAmount } from '../../codecs/money/amounts.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { AccountFailure } from '../account-failures.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'
import { decodeResponse, REPLAY_HEADERS, requiredIdempotencyKey } from '../../endpoint/idempotency.ts'
import { currencyCodec } from '../../codecs/money/wallet-wire.ts'
import { onlyKnown } from '../../codecs/only-known.ts'
import { encodePaymentFailure, encodeTopUp, topUpBody } from './top-up-wire.ts'
import { accountSurface } from '../surface.ts'
import * as t from 'io-ts'

const FAILURES = [
  'not_found',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'payment_failed',
  'payment_unavailable',
  'rate_limit_exceeded',
] as const

export const createTopUpEndpoint = (topUp: ReturnType<typeof makeTopUp>, keyedCalls: KeyedCalls): Endpoint =>
  endpoint({
    id: 'createTopUp',
    method: 'POST',
    path: '/v1/billing/topup',
    surface: accountSurface,
    auth: 'session',
    group: 'Billing',
    summary: 'Buy money for a wallet',
    headers: requiredIdempotencyKey,
    body: onlyKnown(t.type({ currency: currencyCodec, amount: decimalAmount }, 'TopupRequest')),
    success: {
      status: 201,
      description: 'Ordered; credited once the provider confirms.',
      body: topUpBody,
      headers: REPLAY_HEADERS,
    },
    failures: FAILURES,
    handle: async (call, { userId }) => {
      const order = topUp({ userId, currency: call.body.currency, amount: call.body.amount })
      if (isLeft(order)) return left(failureOf(order.left))
      const answered = await idempotently(keyedCalls)({
        userId,
        scope: 'billing.topup',
        key: call.headers['idempotency-key'],
        ...call.requestHashes(),
        afterCrash: 'resume',
        execute: order.right.place,
        encode: encodeTopUp,
        encodeFailure: (failure) => (isProviderFault(failure) ? encodePaymentFailure() : null),
      })
      if (isLeft(answered)) return left(failureOf(answered.left))
      return right(decodeResponse(answered.right.result, answered.right.replayed))
    },
  })

type TopUpApiFailure = ValidationError | (AccountFailure & { readonly tag: (typeof FAILURES)[number] })

const amountProblem = (message: string, type: string): ValidationError => problemIn('body', ['amount'], message, type)

const failureOf = (failure: TopUpFailure | ClaimKeyFailure): TopUpApiFailure => {
  switch (failure.tag) {
    case 'amount_out_of_range': {
      const { currency, least, most } = failure
      const range = `from ${formatMicro(least, currency)} to ${formatMicro(most, currency)}`
      return amountProblem(`must be ${range}`, 'out_of_range')
    }
    case 'balance_limit': {
      const room = formatMicro(failure.room, failure.currency)
      return amountProblem(`must be at most ${room}: no more fits into the wallet`, 'out_of_range')
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
    case 'payment_provider_not_configured':
      return { tag: 'payment_unavailable' }
    case 'interrupted':
    case 'payment_mismatch':
    case 'payment_refused':
      return { tag: 'payment_failed' }
  }
}
