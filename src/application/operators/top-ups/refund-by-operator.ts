import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { formatMicro } from '../../../domain/money/decimal.ts'
import type { TopUpRefund } from '../../../domain/payments/refund.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import { beginRefund } from '../../billing/top-ups/begin-refund.ts'
import type { BeginRefundDeps, BeginRefundFailure, StartedRefund } from '../../billing/top-ups/begin-refund.ts'
import { orderRefund } from '../../billing/top-ups/order-refund.ts'
import type { OrderRefundFailure } from '../../billing/top-ups/order-refund.ts'
import type { TopUpStore } from '../../ports/billing/top-up-store.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { noteAction } from '../note-action.ts'
import type { NoOperator } from '../note-action.ts'
import type { TopUpNotFound } from './read-top-up.ts'

export interface RefundByOperatorDeps extends BeginRefundDeps {
  readonly unitOfWork: UnitOfWork
  readonly topUps: Pick<TopUpStore, 'refundsOf'>
  readonly clock: Clock
}

interface RefundByOperatorInput {
  readonly operatorId: string
  readonly topUpId: string
  /** The same id again makes no second refund. */
  readonly requestId: string
  /** Micro-units of the wallet's currency; null: what the refund is of that has this id already. */
  readonly amount: bigint | null
  readonly reason: string | null
}

export type RefundByOperatorFailure =
  | TopUpNotFound
  | NoOperator
  | Exclude<BeginRefundFailure, { readonly tag: 'top_up_not_found' | 'mismatch' }>
  | Exclude<OrderRefundFailure, { readonly tag: 'outcome_unknown' }>

export interface RefundOfTopUp {
  readonly topUp: TopUp
  /** Pending where the provider gave no final answer: its money stays held until the refund is carried on. */
  readonly refund: TopUpRefund
}

export type RefundByOperator = (input: RefundByOperatorInput) => Promise<Either<RefundByOperatorFailure, RefundOfTopUp>>

const failureOf = (failure: BeginRefundFailure): RefundByOperatorFailure => {
  if (failure.tag === 'top_up_not_found') return { tag: 'not_found' }
  if (failure.tag === 'mismatch') throw new Error('the id of a request began another refund')
  return failure
}

/**
 * Gives money of a top-up back, as the command does. The record is written with the hold, before the provider is asked:
 * whatever comes of it, it is known who wanted it.
 */
export const refundByOperator =
  (deps: RefundByOperatorDeps): RefundByOperator =>
  async ({ operatorId, reason, ...input }) => {
    const { topUpId } = input
    const begun = await deps.unitOfWork.transact<RefundByOperatorFailure, StartedRefund>(async (stores) => {
      const started = await beginRefund(deps, stores, input)
      if (isLeft(started)) return left(failureOf(started.left))
      const { topUp, refund, isNew } = started.right
      const amount = formatMicro(refund.amount, topUp.currency)
      const noted = await noteAction(deps, stores, {
        operatorId,
        command: 'topups refund',
        subject: topUpId,
        arguments: { refund: refund.id, amount, currency: topUp.currency },
        before: { refund: isNew ? null : refund.status },
        after: { refund: refund.status },
        reason,
      })
      return isLeft(noted) ? noted : started
    })
    if (isLeft(begun)) return begun
    const ordered = await orderRefund(deps.unitOfWork, begun.right)
    if (isLeft(ordered) && ordered.left.tag === 'payment_refused') return left(ordered.left)
    const { topUp, refund } = begun.right
    const stored = (await deps.topUps.refundsOf(topUpId)).find(({ id }) => id === refund.id)
    if (stored === undefined) throw new Error(`refund ${refund.id} is gone`)
    return right({ topUp, refund: stored })
  }
