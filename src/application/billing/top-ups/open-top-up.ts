import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { roomOf } from '../../../domain/ledger/account.ts'
import type { BalanceLimit, Wallet } from '../../../domain/ledger/account.ts'
import { decidePendingTopUp, LOOKED_AT_CANCELED } from '../../../domain/payments/pending-top-ups.ts'
import type { PendingTopUpDecision } from '../../../domain/payments/pending-top-ups.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { PaymentGateway } from '../../ports/billing/payment-gateway.ts'
import type { NewTopUp, TopUpStore } from '../../ports/billing/top-up-store.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'

interface OpenTopUpDeps {
  readonly unitOfWork: UnitOfWork
  readonly gateway: Pick<PaymentGateway, 'confirmsImmediately'>
  readonly clock: Clock
}

export type TooManyPending = Extract<PendingTopUpDecision, { readonly tag: 'rate_limit_exceeded' }>

/**
 * Writes the order, if it fits into the wallet, few enough of the user's top-ups wait for their payment, and few enough
 * got none of late. Where one has waited for long, it is canceled to make room. If its customer pays it after all, it
 * is still credited.
 */
export const openTopUp = (
  { unitOfWork, gateway, clock }: OpenTopUpDeps,
  order: NewTopUp,
  wallet: Pick<Wallet, 'balance'>,
): Promise<Either<TooManyPending | BalanceLimit, TopUp>> =>
  unitOfWork.transact<TooManyPending | BalanceLimit, TopUp>(async ({ users, topUps }) => {
    const { currency, amount } = order
    const room = roomOf(wallet)
    const isResumed = (await topUps.find(order.id)) !== null
    // The money of a resumed order may be in the wallet already.
    if (amount > room && !isResumed) return left({ tag: 'balance_limit', currency, room })
    // Orders of one user are counted one after another.
    if (!gateway.confirmsImmediately) await users.lock(order.userId)
    // A resumed order needs no further room.
    const place = gateway.confirmsImmediately || isResumed ? ROOM : await placeFor(topUps, order.userId, clock.now())
    if (place.tag === 'rate_limit_exceeded') return left(place)
    if (place.tag === 'supersede') await topUps.supersede(place.topUpId)
    return right(await topUps.open(order))
  })

const ROOM: PendingTopUpDecision = { tag: 'room' }

const placeFor = async (
  topUps: Pick<TopUpStore, 'pendingOf' | 'page'>,
  userId: string,
  nowMs: number,
): Promise<PendingTopUpDecision> => {
  const pending = await topUps.pendingOf(userId)
  const canceled = await topUps.page({ userId, status: 'canceled', before: null, limit: LOOKED_AT_CANCELED })
  return decidePendingTopUp(pending, canceled, nowMs)
}
