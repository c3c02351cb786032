import { getOrElse, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { isAwaitingPayment } from '../../../domain/payments/payment.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import { throttledPoll } from '../../throttled-poll.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { PaymentGateways } from '../../ports/billing/payment-gateway.ts'
import type { TopUpStore } from '../../ports/billing/top-up-store.ts'
import type { CheckPaymentFailure, CheckPaymentInput } from './check-payment.ts'

interface ReadTopUpDeps {
  readonly topUps: Pick<TopUpStore, 'find' | 'claimPoll'>
  readonly payments: Pick<PaymentGateways, 'has'>
  readonly checkPayment: (input: CheckPaymentInput) => Promise<Either<CheckPaymentFailure, TopUp>>
  readonly clock: Clock
}

export interface ReadTopUpInput {
  readonly userId: string
  readonly topUpId: string
}

export type ReadTopUpFailure = { readonly tag: 'not_found' }

/**
 * A user's top-up as it is now: while it waits for its payment, its provider is asked again, once in POLL_INTERVAL_MS.
 * Where the provider cannot be asked or is no longer configured, the stored state is the answer.
 */
export const readTopUp = ({ topUps, payments, checkPayment, clock }: ReadTopUpDeps) => {
  const poll = throttledPoll<TopUp>({
    claimPoll: (id) => topUps.claimPoll(id, new Date(clock.now())),
    poll: async (topUp) => {
      const { id, provider, paymentId } = topUp
      if (paymentId === null) return topUp
      return getOrElse(() => topUp)(await checkPayment({ provider, paymentId, topUpId: id }))
    },
  })
  return async (input: ReadTopUpInput): Promise<Either<ReadTopUpFailure, TopUp>> => {
    const stored = await topUps.find(input.topUpId)
    if (stored === null || stored.userId !== input.userId) return left({ tag: 'not_found' })
    const isAsked = isAwaitingPayment(stored) && stored.paymentId !== null && payments.has(stored.provider)
    return right(isAsked ? await poll(stored) : stored)
  }
}
