import { right, toUnion } from 'fp-ts/lib/Either.js'
import { systemAccountId } from '../../../domain/ledger/account.ts'
import type { TopUpRefund } from '../../../domain/payments/refund.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'

type EndedRefund = Pick<TopUpRefund, 'id' | 'amount'>

export type RefundEnd =
  | { readonly status: 'canceled' }
  /** Null: an operator ended it and did not name it. */
  | { readonly status: 'succeeded'; readonly providerRefundId: string | null }

/**
 * Ends a refund after the provider's final answer: releases the hold and, where the customer got the money, takes it
 * out of the wallet in the same transaction. A refund that has ended before stays as it is. Returns how it has ended.
 */
export const endRefund = async (
  unitOfWork: UnitOfWork,
  topUp: TopUp,
  refund: EndedRefund,
  end: RefundEnd,
): Promise<RefundEnd['status']> => {
  const ended = await unitOfWork.transact<never, RefundEnd['status']>(async (stores) => {
    await stores.topUps.lock(topUp.id)
    const earlier = await stores.topUps.refundsOf(topUp.id)
    const status = earlier.find(({ id }) => id === refund.id)?.status
    if (status === undefined) throw new Error(`refund ${refund.id} is gone`)
    if (status !== 'pending') return right(status)
    const isPaid = end.status === 'succeeded'
    await stores.topUps.endRefund(refund.id, end.status, isPaid ? end.providerRefundId : null)
    await releaseHold(stores, topUp, refund, isPaid)
    if (isPaid) await reverseTopUp(stores, topUp, refund)
    return right(end.status)
  })
  return toUnion(ended)
}

const releaseHold = async (
  stores: Pick<Transaction, 'ledger'>,
  topUp: TopUp,
  refund: EndedRefund,
  isPaid: boolean,
): Promise<void> => {
  const freed = await stores.ledger.apply({
    tag: 'release',
    holdId: refund.id,
    walletId: topUp.walletId,
    reason: isPaid ? 'given_back' : 'refused',
    receipt: null,
  })
  if (freed.tag !== 'released') throw new Error(`the hold of refund ${refund.id} could not be released: ${freed.tag}`)
}

const reverseTopUp = async (stores: Pick<Transaction, 'ledger'>, topUp: TopUp, refund: EndedRefund): Promise<void> => {
  const taken = await stores.ledger.apply({
    tag: 'transfer',
    transferId: refund.id,
    kind: 'refund',
    debit: topUp.walletId,
    credit: systemAccountId('deposits', topUp.currency),
    amount: refund.amount,
    reverses: topUp.id,
    reference: { kind: 'topup', id: topUp.id },
    description: 'Refund of a top-up',
    operationId: refund.id,
  })
  if (taken.tag !== 'transferred') throw new Error(`the ledger refused refund ${refund.id}: ${taken.tag}`)
}
