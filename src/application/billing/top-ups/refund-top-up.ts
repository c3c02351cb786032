import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { beginRefund } from './begin-refund.ts'
import type { BeginRefundDeps, BeginRefundFailure, BeginRefundInput, StartedRefund } from './begin-refund.ts'
import { orderRefund } from './order-refund.ts'
import type { OrderRefundFailure } from './order-refund.ts'

interface RefundTopUpDeps extends BeginRefundDeps {
  readonly unitOfWork: UnitOfWork
}

export type RefundTopUpFailure = BeginRefundFailure | OrderRefundFailure

interface RefundedTopUp {
  readonly topUp: TopUp
  readonly refundId: string
  readonly amount: bigint
  /** Micro-roubles the customer gets. */
  readonly price: bigint
  /** Whether an earlier command had given it back. */
  readonly wasDone: boolean
}

/**
 * Gives money back to the customer who paid it, through the provider that took it: held in the wallet first, then
 * ordered from the provider, then moved out of the wallet. If a command dies anywhere, the next one continues the same
 * refund.
 */
export const refundTopUp =
  (deps: RefundTopUpDeps) =>
  async (input: BeginRefundInput): Promise<Either<RefundTopUpFailure, RefundedTopUp>> => {
    const begun = await deps.unitOfWork.transact<RefundTopUpFailure, StartedRefund>((stores) =>
      beginRefund(deps, stores, input),
    )
    if (isLeft(begun)) return begun
    const ordered = await orderRefund(deps.unitOfWork, begun.right)
    if (isLeft(ordered)) return ordered
    const { topUp, refund } = begun.right
    const { id: refundId, amount, price, status } = refund
    return right({ topUp, refundId, amount, price, wasDone: status === 'succeeded' })
  }
