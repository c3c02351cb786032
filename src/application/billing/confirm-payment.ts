import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { systemAccountId } from '../../domain/ledger/account.ts'
import { judgePayment, type Payment, type PaymentVerdict } from '../../domain/payments/payment.ts'
import type { TopUp } from '../../domain/payments/top-up.ts'
import type { Stores } from '../ports/stores.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'

export interface ConfirmPaymentDeps {
  readonly unitOfWork: UnitOfWork
  readonly acceptsTest: boolean
}

export interface ConfirmPaymentInput {
  readonly topUpId: string
  /** What the provider itself answered when asked; never what a notification claims. */
  readonly payment: Payment
  /** Runs inside the transaction with the top-up as it will be once the transaction commits. */
  readonly alongside?: (stores: Stores, topUp: TopUp) => Promise<unknown>
}

export type ConfirmPaymentFailure =
  | { readonly tag: 'not_found' }
  /** Nothing was changed. */
  | Extract<PaymentVerdict, { readonly tag: 'payment_mismatch' }>

/**
 * Brings a top-up to where its payment is. However many confirmations arrive, and on however many instances, the
 * wallet is credited by the one that flips the row, in the same transaction, under a transfer id that is the top-up's.
 */
export const confirmPayment =
  (deps: ConfirmPaymentDeps) =>
  (input: ConfirmPaymentInput): Promise<Either<ConfirmPaymentFailure, TopUp>> =>
    deps.unitOfWork.transact(async (stores) => {
      const topUp = await stores.topUps.lock(input.topUpId)
      if (topUp === null) return left({ tag: 'not_found' })
      const verdict = judgePayment(topUp, input.payment, deps.acceptsTest)
      if (verdict.tag === 'payment_mismatch') return left(verdict)
      const moved = await move(stores, topUp, input.payment, verdict)
      await input.alongside?.(stores, moved)
      // Wallets are locked last, everywhere.
      if (verdict.tag === 'credit') await credit(stores, moved)
      return right(moved)
    })

const move = async (
  stores: Stores,
  topUp: TopUp,
  payment: Payment,
  verdict: Exclude<PaymentVerdict, { tag: 'payment_mismatch' }>,
): Promise<TopUp> => {
  if (verdict.tag === 'ended') return topUp
  await stores.topUps.attachPayment(topUp.id, payment)
  const paid = {
    ...topUp,
    paymentId: payment.id,
    confirmationUrl: topUp.confirmationUrl ?? payment.confirmationUrl,
  }
  switch (verdict.tag) {
    case 'wait':
      return paid
    case 'credit':
      await stores.topUps.end(topUp.id, 'succeeded')
      return { ...paid, status: 'succeeded', superseded: false }
    case 'cancel':
      await stores.topUps.end(topUp.id, 'canceled')
      return { ...paid, status: 'canceled', superseded: false }
  }
}

const credit = async (stores: Stores, topUp: TopUp): Promise<void> => {
  const outcome = await stores.ledger.apply({
    tag: 'transfer',
    transferId: topUp.id,
    kind: 'topup',
    debit: systemAccountId('deposits', topUp.currency),
    credit: topUp.walletId,
    amount: topUp.amount,
    reverses: null,
    reference: { kind: 'topup', id: topUp.id },
    description: 'Top-up',
    operationId: topUp.id,
  })
  if (outcome.tag !== 'transferred') throw new Error(`the ledger refused top-up ${topUp.id}: ${outcome.tag}`)
}
