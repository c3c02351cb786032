import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../domain/payments/top-up.ts'
import type { PaymentGateway } from '../ports/payment-gateway.ts'
import type { TopUpStore } from '../ports/top-up-store.ts'
import type { CheckPaymentFailure, CheckPaymentInput } from './check-payment.ts'

export interface ReadTopUpDeps {
  readonly topUps: Pick<TopUpStore, 'find'>
  readonly payments: Pick<PaymentGateway, 'provider'>
  readonly checkPayment: (input: CheckPaymentInput) => Promise<Either<CheckPaymentFailure, TopUp>>
}

export interface ReadTopUpInput {
  readonly userId: string
  readonly topUpId: string
}

export type ReadTopUpFailure = { readonly tag: 'not_found' }

/**
 * A user's top-up as it is now: while it waits for its payment, the provider is asked again. A provider that cannot
 * be asked changes nothing, and the stored state is the answer.
 */
export const readTopUp =
  (deps: ReadTopUpDeps) =>
  async (input: ReadTopUpInput): Promise<Either<ReadTopUpFailure, TopUp>> => {
    const stored = await deps.topUps.find(input.topUpId)
    if (stored === null || stored.userId !== input.userId) return left({ tag: 'not_found' })
    if (stored.status !== 'pending' || stored.paymentId === null) return right(stored)
    if (stored.provider !== deps.payments.provider) return right(stored)
    const checked = await deps.checkPayment({ paymentId: stored.paymentId, topUpId: stored.id })
    return isLeft(checked) ? right(stored) : checked
  }
