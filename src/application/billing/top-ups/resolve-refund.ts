import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { TopUpRefund } from '../../../domain/payments/refund.ts'
import type { TopUpStore } from '../../ports/billing/top-up-store.ts'
import type { PaymentGateways } from '../../ports/billing/payment-gateway.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { canBeOrderedAgain } from './begin-refund.ts'
import { endRefund } from './end-refund.ts'
import type { RefundEnd } from './end-refund.ts'

interface ResolveRefundDeps {
  readonly topUps: Pick<TopUpStore, 'find' | 'refundsOf'>
  readonly payments: PaymentGateways
  readonly unitOfWork: UnitOfWork
}

interface ResolveRefundInput {
  readonly topUpId: string
  /** How the refund ended at the provider, as an operator found it there. */
  readonly end: RefundEnd
}

export type ResolveRefundFailure =
  | { readonly tag: 'top_up_not_found' }
  | { readonly tag: 'no_refund_under_way' }
  /** The provider still knows the order: ordered again, it tells the end itself. */
  | { readonly tag: 'refund_under_way' }

interface ResolvedRefund {
  readonly topUp: TopUp
  readonly refund: TopUpRefund
  /** Differs from what was asked for where another process ended the refund in between. */
  readonly status: RefundEnd['status']
}

/** Ends the refund of a top-up which its provider left without a final answer for so long that it stays without one. */
export const resolveRefund =
  ({ topUps, payments, unitOfWork }: ResolveRefundDeps) =>
  async ({ topUpId, end }: ResolveRefundInput): Promise<Either<ResolveRefundFailure, ResolvedRefund>> => {
    const topUp = await topUps.find(topUpId)
    if (topUp === null) return left({ tag: 'top_up_not_found' })
    const refund = (await topUps.refundsOf(topUpId)).find(({ status }) => status === 'pending')
    if (refund === undefined) return left({ tag: 'no_refund_under_way' })
    const gateway = payments.get(topUp.provider)
    if (gateway !== undefined && canBeOrderedAgain(gateway, refund)) return left({ tag: 'refund_under_way' })
    return right({ topUp, refund, status: await endRefund(unitOfWork, topUp, refund, end) })
  }
