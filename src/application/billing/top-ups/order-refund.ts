import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { StartedRefund } from './begin-refund.ts'
import { endRefund } from './end-refund.ts'

export type OrderRefundFailure =
  /** The provider refused; the money is available again. */
  | { readonly tag: 'payment_refused'; readonly message: string }
  /** The provider gave no final answer. The money stays held; the same refund can be carried on. */
  | { readonly tag: 'outcome_unknown'; readonly message: string }

type Ordered = Either<OrderRefundFailure, null>

/**
 * Orders a refund from its provider and ends it by the answer: the money moves out of the wallet, or is available
 * again. Ordered again, the same refund happens once; one that has ended keeps its end, and the provider is not asked.
 */
export const orderRefund = async (unitOfWork: UnitOfWork, started: StartedRefund): Promise<Ordered> => {
  const { gateway, topUp, refund } = started
  if (refund.status === 'succeeded') return right(null)
  if (refund.status === 'canceled') return left({ tag: 'payment_refused', message: 'the provider refused this refund' })
  if (topUp.paymentId === null) throw new Error(`top-up ${topUp.id} was credited without a payment`)
  const { id: refundId, price } = refund
  const ordered = await gateway.refund({ refundId, paymentId: topUp.paymentId, amount: price })
  if (isLeft(ordered)) {
    const { tag, message } = ordered.left
    if (tag === 'payment_unavailable') return left({ tag: 'outcome_unknown', message })
    return refused(unitOfWork, started, message)
  }
  const { status } = ordered.right
  if (status === 'pending' || ordered.right.amount !== price) {
    return left({ tag: 'outcome_unknown', message: `the provider says ${status}` })
  }
  if (status === 'canceled') return refused(unitOfWork, started, 'the provider canceled it')
  const ended = await endRefund(unitOfWork, topUp, refund, { status, providerRefundId: ordered.right.id })
  if (ended === 'succeeded') return right(null)
  throw new Error(
    `the provider has made refund ${refundId}, which had ended as refused: take its money out of the wallet by hand`,
  )
}

/** Another process may have had the order carried out. */
const refused = async (unitOfWork: UnitOfWork, { topUp, refund }: StartedRefund, message: string): Promise<Ordered> => {
  const ended = await endRefund(unitOfWork, topUp, refund, { status: 'canceled' })
  return ended === 'succeeded' ? right(null) : left({ tag: 'payment_refused', message })
}
