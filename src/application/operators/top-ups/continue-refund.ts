import { left } from 'fp-ts/lib/Either.js'
import type { RefundByOperator, RefundByOperatorDeps } from './refund-by-operator.ts'
import { refundByOperator } from './refund-by-operator.ts'

interface ContinueRefundInput {
  readonly operatorId: string
  readonly topUpId: string
  readonly refundId: string
}

export type ContinueRefund = (input: ContinueRefundInput) => ReturnType<RefundByOperator>

/**
 * Orders a refund once more whose provider gave no final answer, under the same name: it happens once. One that has
 * ended stays as it is. It begins no refund.
 */
export const continueRefund = (deps: RefundByOperatorDeps): ContinueRefund => {
  const refund = refundByOperator(deps)
  return async (input) => {
    const known = await deps.topUps.refundsOf(input.topUpId)
    if (!known.some(({ id }) => id === input.refundId)) return left({ tag: 'not_found' })
    const { operatorId, topUpId, refundId: requestId } = input
    return refund({ operatorId, topUpId, requestId, amount: null, reason: null })
  }
}
