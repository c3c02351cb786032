import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { systemAccountId } from '../../../domain/ledger/account.ts'
import { judgePayment } from '../../../domain/payments/payment.ts'
import type { Payment, PaymentSource, PaymentVerdict } from '../../../domain/payments/payment.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { announceEndedTopUp } from './announce-ended-top-up.ts'
import type { AnnounceEndedTopUpDeps } from './announce-ended-top-up.ts'

interface ConfirmPaymentDeps extends AnnounceEndedTopUpDeps {
  readonly unitOfWork: UnitOfWork
  /** The provider that described the payment. */
  readonly source: PaymentSource
}

interface ConfirmPaymentInput {
  readonly topUpId: string
  /** What the provider itself answered when asked; never what a notification claims. */
  readonly payment: Payment
  /** Runs inside the transaction with the top-up as it will be once the transaction commits. */
  readonly alongside?: (stores: Transaction, topUp: TopUp) => Promise<unknown>
}

export type ConfirmPaymentFailure =
  | { readonly tag: 'not_found' }
  /** Nothing was changed. */
  | Extract<PaymentVerdict, { readonly tag: 'payment_mismatch' }>

/**
 * Gives a top-up the state of its payment. Of any number of confirmations on any number of instances, the one that
 * changes the row credits the wallet, in the same transaction. The transfer has the top-up's id.
 */
export const confirmPayment =
  (deps: ConfirmPaymentDeps) =>
  (input: ConfirmPaymentInput): Promise<Either<ConfirmPaymentFailure, TopUp>> =>
    deps.unitOfWork.transact(async (stores) => {
      const topUp = await stores.topUps.lock(input.topUpId)
      if (topUp === null) return left({ tag: 'not_found' })
      const verdict = judgePayment(topUp, input.payment, deps.source)
      if (verdict.tag === 'payment_mismatch') return left(verdict)
      const moved = await move(stores, topUp, input.payment, verdict)
      await input.alongside?.(stores, moved)
      if (verdict.tag === 'credit') await announceEndedTopUp(deps, stores, topUp, 'succeeded')
      if (verdict.tag === 'cancel') await announceEndedTopUp(deps, stores, topUp, 'canceled')
      // Every transaction locks wallets last, so that two transactions never wait for each other.
      if (verdict.tag === 'credit') await credit(stores, moved)
      return right(moved)
    })

const move = async (
  stores: Pick<Transaction, 'topUps'>,
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

const credit = async (stores: Pick<Transaction, 'ledger'>, topUp: TopUp): Promise<void> => {
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
