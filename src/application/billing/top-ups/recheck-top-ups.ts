import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { PaymentGateway, PaymentGateways } from '../../ports/billing/payment-gateway.ts'
import type { TopUpStore } from '../../ports/billing/top-up-store.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { DAY_MS, HOUR_MS } from '../../../domain/time-units.ts'
import { announceEndedTopUp } from './announce-ended-top-up.ts'
import type { AnnounceEndedTopUpDeps } from './announce-ended-top-up.ts'
import type { CheckPaymentFailure, CheckPaymentInput } from './check-payment.ts'

/** What one run asks about at a provider, so that the next provider has its turn. */
const MOST_OF_A_PROVIDER = 50

/** An order without a payment is given up this long after its provider stopped knowing its idempotence key. */
const GIVE_UP_MARGIN_MS = HOUR_MS

/** A payment may be made a moment before its provider finds it everywhere. */
const FOUND_WITHIN_MS = HOUR_MS

/** An operator may need so long to set the right shop again, or to look into a payment that is not the one ordered. */
const HOPELESS_AFTER_MS = 7 * DAY_MS

interface RecheckTopUpsDeps extends AnnounceEndedTopUpDeps {
  readonly topUps: Pick<TopUpStore, 'claimDue'>
  readonly unitOfWork: UnitOfWork
  readonly payments: PaymentGateways
  /** Says when an order is given up. It follows no clock that is ahead for a moment. */
  readonly settledClock: Clock
  readonly checkPayment: (input: CheckPaymentInput) => Promise<Either<CheckPaymentFailure, TopUp>>
  /** Called each time its provider does not know a payment that it has made itself: an operator must look. */
  readonly onUnknown: (topUpId: string) => void
}

/**
 * Asks each provider about its top-ups that wait, so that a lost notification loses no money. Returns how many ended.
 * Any number of instances may do this at once. A provider that cannot be asked is left alone until the next time;
 * top-ups of a provider that is no longer configured wait until it is configured again. The signal stops the run
 * between two top-ups.
 */
export const recheckTopUps =
  (deps: RecheckTopUpsDeps) =>
  async (signal?: AbortSignal): Promise<number> => {
    let ended = 0
    for (const gateway of deps.payments.values()) ended += await recheckProvider(deps, gateway, signal)
    return ended
  }

/**
 * Claims each top-up when it asks about it. Where one payment has no answer, those that were not asked about stay due,
 * and come first the next time: a payment that its provider never describes keeps no other one waiting.
 */
const recheckProvider = async (
  deps: RecheckTopUpsDeps,
  gateway: PaymentGateway,
  signal: AbortSignal | undefined,
): Promise<number> => {
  let ended = 0
  for (let asked = 0; asked < MOST_OF_A_PROVIDER; asked += 1) {
    if (signal?.aborted === true) return ended
    const [topUp] = await deps.topUps.claimDue(gateway.provider, new Date(deps.clock.now()), 1)
    if (topUp === undefined) return ended
    const outcome = await recheck(deps, gateway, topUp)
    if (outcome === 'unanswered') return ended
    if (outcome === 'ended') ended += 1
  }
  return ended
}

const recheck = async (
  deps: RecheckTopUpsDeps,
  { provider, idempotenceLifeMs }: PaymentGateway,
  { id: topUpId, paymentId, createdAt }: TopUp,
): Promise<'ended' | 'waits' | 'unanswered'> => {
  if (paymentId === null) {
    const isLost = deps.settledClock.now() - createdAt.getTime() > idempotenceLifeMs + GIVE_UP_MARGIN_MS
    return isLost && (await cancelUnpaid(deps, topUpId)) ? 'ended' : 'waits'
  }
  const checked = await deps.checkPayment({ provider, paymentId, topUpId })
  if (isRight(checked)) return checked.right.status === 'pending' ? 'waits' : 'ended'
  const { tag } = checked.left
  if (tag === 'payment_unavailable') return 'unanswered'
  const ageMs = deps.settledClock.now() - createdAt.getTime()
  const isUnknown = tag === 'payment_refused'
  if (isUnknown && ageMs > FOUND_WITHIN_MS) deps.onUnknown(topUpId)
  const isHopeless = ageMs > HOPELESS_AFTER_MS && (isUnknown || tag === 'payment_mismatch')
  return isHopeless && (await giveUpPaid(deps, topUpId)) ? 'ended' : 'waits'
}

/**
 * Its provider would be asked about it for ever: it does not know the payment, as where the shop was changed, or
 * describes another one than was ordered. Where a notification says later that it was paid, the top-up is credited.
 */
const giveUpPaid = async (deps: RecheckTopUpsDeps, id: string): Promise<boolean> => {
  const done = await deps.unitOfWork.transact<null, null>(async (stores) => {
    const topUp = await stores.topUps.lock(id)
    if (topUp === null || topUp.status !== 'pending') return left(null)
    await stores.topUps.supersede(id)
    await announceEndedTopUp(deps, stores, topUp, 'canceled')
    return right(null)
  })
  return isRight(done)
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
