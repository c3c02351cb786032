import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { PaymentGateway, PaymentGateways } from '../../ports/billing/payment-gateway.ts'
import type { TopUpStore } from '../../ports/billing/top-up-store.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { HOUR_MS } from '../../../domain/time-units.ts'
import { announceEndedTopUp } from './announce-ended-top-up.ts'
import type { AnnounceEndedTopUpDeps } from './announce-ended-top-up.ts'
import type { CheckPaymentFailure, CheckPaymentInput } from './check-payment.ts'

const BATCH_SIZE = 50

/** An order without a payment is given up this long after its provider stopped knowing its idempotence key. */
const GIVE_UP_MARGIN_MS = HOUR_MS

interface RecheckTopUpsDeps extends AnnounceEndedTopUpDeps {
  readonly topUps: Pick<TopUpStore, 'claimDue'>
  readonly unitOfWork: UnitOfWork
  readonly payments: PaymentGateways
  /** Says when an order is given up. It follows no clock that is ahead for a moment. */
  readonly settledClock: Clock
  readonly checkPayment: (input: CheckPaymentInput) => Promise<Either<CheckPaymentFailure, TopUp>>
}

/**
 * Asks each provider about its top-ups that wait, so that a lost notification loses no money. Returns how many ended.
 * Any number of instances may do this at once. A provider that cannot be asked is left alone until the next time;
 * top-ups of a provider that is no longer configured wait until it is configured again.
 */
export const recheckTopUps = (deps: RecheckTopUpsDeps) => async (): Promise<number> => {
  let ended = 0
  for (const gateway of deps.payments.values()) ended += await recheckProvider(deps, gateway)
  return ended
}

const recheckProvider = async (
  deps: RecheckTopUpsDeps,
  { provider, idempotenceLifeMs }: PaymentGateway,
): Promise<number> => {
  const at = new Date(deps.clock.now())
  let ended = 0
  for (const topUp of await deps.topUps.claimDue(provider, at, BATCH_SIZE)) {
    if (topUp.paymentId === null) {
      const isLost = deps.settledClock.now() - topUp.createdAt.getTime() > idempotenceLifeMs + GIVE_UP_MARGIN_MS
      if (isLost && (await cancelUnpaid(deps, topUp.id))) ended += 1
      continue
    }
    const checked = await deps.checkPayment({ provider, paymentId: topUp.paymentId, topUpId: topUp.id })
    if (isLeft(checked)) {
      if (checked.left.tag === 'payment_unavailable') return ended
      continue
    }
    if (checked.right.status !== 'pending') ended += 1
  }
  return ended
}

const cancelUnpaid = async (deps: RecheckTopUpsDeps, id: string): Promise<boolean> => {
  const done = await deps.unitOfWork.transact<null, null>(async (stores) => {
    const topUp = await stores.topUps.lock(id)
    if (topUp === null || topUp.status !== 'pending' || topUp.paymentId !== null) return left(null)
    await stores.topUps.end(id, 'canceled')
    await announceEndedTopUp(deps, stores, topUp, 'canceled')
    return right(null)
  })
  return !isLeft(done)
}
