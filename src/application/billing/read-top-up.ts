import { type Either, getOrElse, left, right } from 'fp-ts/lib/Either.js'
import { isOpen } from '../../domain/payments/payment.ts'
import type { TopUp } from '../../domain/payments/top-up.ts'
import { paced } from '../admission/paced.ts'
import type { Clock } from '../ports/clock.ts'
import type { PaymentGateway } from '../ports/payment-gateway.ts'
import type { TopUpStore } from '../ports/top-up-store.ts'
import type { CheckPaymentFailure, CheckPaymentInput } from './check-payment.ts'

export interface ReadTopUpDeps {
  readonly topUps: Pick<TopUpStore, 'find' | 'claimLook'>
  readonly payments: Pick<PaymentGateway, 'provider'>
  readonly checkPayment: (input: CheckPaymentInput) => Promise<Either<CheckPaymentFailure, TopUp>>
  readonly clock: Clock
}

export interface ReadTopUpInput {
  readonly userId: string
  readonly topUpId: string
}

export type ReadTopUpFailure = { readonly tag: 'not_found' }

/**
 * A user's top-up as it is now: while it waits for its payment, the provider is asked again, once in LOOK_PAUSE_MS.
 * A provider that cannot be asked changes nothing, and the stored state is the answer.
 */
export const readTopUp = ({ topUps, payments, checkPayment, clock }: ReadTopUpDeps) => {
  const lookAt = paced<TopUp>({
    claimLook: (id) => topUps.claimLook(id, new Date(clock.now())),
    look: async (topUp) => {
      if (topUp.paymentId === null) return topUp
      return getOrElse(() => topUp)(await checkPayment({ paymentId: topUp.paymentId, topUpId: topUp.id }))
    },
  })
  return async (input: ReadTopUpInput): Promise<Either<ReadTopUpFailure, TopUp>> => {
    const stored = await topUps.find(input.topUpId)
    if (stored === null || stored.userId !== input.userId) return left({ tag: 'not_found' })
    const isAsked = isOpen(stored) && stored.paymentId !== null && stored.provider === payments.provider
    return right(isAsked ? await lookAt(stored) : stored)
  }
}
