import { left, right } from 'fp-ts/lib/Either.js'
import { systemAccountId } from '../../../domain/ledger/account.ts'
import type { TopUpRefund } from '../../../domain/payments/refund.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'

type EndedRefund = Pick<TopUpRefund, 'id' | 'amount'>

/**
 * Ends a refund after the provider's final answer: releases the hold and, where there is a `providerRefundId`, takes
 * the money out of the wallet in the same transaction. A refund that another process has already ended stays as it is.
 */
export const endRefund = async (
  unitOfWork: UnitOfWork,
  topUp: TopUp,
  refund: EndedRefund,
  providerRefundId: string | null,
): Promise<void> => {
  await unitOfWork.transact<null, null>(async (stores) => {
    await stores.topUps.lock(topUp.id)
    const earlier = await stores.topUps.refundsOf(topUp.id)
    if (earlier.find(({ id }) => id === refund.id)?.status !== 'pending') return left(null)
    await stores.topUps.endRefund(refund.id, providerRefundId === null ? 'canceled' : 'succeeded', providerRefundId)
    await releaseHold(stores, topUp, refund, providerRefundId !== null)
    if (providerRefundId !== null) await reverseTopUp(stores, topUp, refund)
    return right(null)
  })
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
