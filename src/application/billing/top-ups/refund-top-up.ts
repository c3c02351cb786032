import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { beginRefund } from './begin-refund.ts'
import type { BeginRefundDeps, BeginRefundFailure, StartedRefund } from './begin-refund.ts'
import { orderRefund } from './order-refund.ts'
import type { OrderRefundFailure } from './order-refund.ts'

interface RefundTopUpDeps extends BeginRefundDeps {
  readonly unitOfWork: UnitOfWork
}

interface RefundTopUpInput {
  readonly topUpId: string
  /** Micro-units of the wallet's currency; null: all that is left. */
  readonly amount: bigint | null
}

export type RefundTopUpFailure = BeginRefundFailure | OrderRefundFailure

interface RefundedTopUp {
  readonly topUp: TopUp
  readonly amount: bigint
  /** Micro-roubles the customer gets. */
  readonly price: bigint
}

/**
 * Gives money back to the customer who paid it, through the provider that took it: held in the wallet first, then
 * ordered from the provider, then moved out of the wallet. If a command dies anywhere, the next one continues the same
 * refund.
 */
export const refundTopUp =
  (deps: RefundTopUpDeps) =>
  async (input: RefundTopUpInput): Promise<Either<RefundTopUpFailure, RefundedTopUp>> => {
    const begun = await deps.unitOfWork.transact<RefundTopUpFailure, StartedRefund>((stores) =>
      beginRefund(deps, stores, { ...input, refundId: null }),
    )
    if (isLeft(begun)) return begun
    const ordered = await orderRefund(deps.unitOfWork, begun.right)
    if (isLeft(ordered)) return ordered
    const { topUp, refund } = begun.right
    return right({ topUp, amount: refund.amount, price: refund.price })
  }
