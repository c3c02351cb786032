import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { PlaceHold, PlaceHoldOutcome } from '../../domain/ledger/command.ts'
import { priceRefund, type RefundRefusal, type TopUpRefund } from '../../domain/payments/refund.ts'
import type { TopUp } from '../../domain/payments/top-up.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import { IDEMPOTENCE_LIFE_MS, type PaymentGateway } from '../ports/payment-gateway.ts'
import type { Stores } from '../ports/stores.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import { endRefund } from './end-refund.ts'

/** Longer than any refund takes, so that the sweep gives nothing free that is on its way. */
const HOLD_LIFE_SECONDS = 30 * 86_400

/** The same order is safe to send again a little less long than the provider promises. */
const RESENT_FOR_MS = IDEMPOTENCE_LIFE_MS - 3_600_000

export interface RefundTopUpDeps {
  readonly unitOfWork: UnitOfWork
  readonly payments: PaymentGateway
  readonly ids: Ids
  readonly clock: Clock
}

export interface RefundTopUpInput {
  readonly topUpId: string
  /** Micro-units of the wallet's currency; null: all that is left. */
  readonly amount: bigint | null
}

export type RefundTopUpFailure =
  | RefundRefusal
  | { readonly tag: 'top_up_not_found' }
  /** The wallet has less than that available. */
  | { readonly tag: 'insufficient_balance' }
  /** Another amount is on its way; ask for that one to carry it on. */
  | { readonly tag: 'refund_under_way'; readonly amount: bigint }
  /** On its way for too long to be sent again safely: look at the provider. */
  | { readonly tag: 'refund_unresolved'; readonly refundId: string }
  /** The provider will not; the money is free again. */
  | { readonly tag: 'payment_refused'; readonly message: string }
  /** The provider did not say. The money stays held; the same command again carries it on. */
  | { readonly tag: 'outcome_unknown'; readonly message: string }

export interface RefundedTopUp {
  readonly topUp: TopUp
  readonly amount: bigint
  /** Micro-roubles the customer gets. */
  readonly price: bigint
}

interface Begun {
  readonly topUp: TopUp
  readonly refund: Pick<TopUpRefund, 'id' | 'amount' | 'price'>
}

/**
 * Gives money back to who paid it: held in the wallet first, then ordered from the provider, then moved out of the
 * wallet. A command that died anywhere is carried on by the next one with the same refund.
 */
export const refundTopUp =
  (deps: RefundTopUpDeps) =>
  async (input: RefundTopUpInput): Promise<Either<RefundTopUpFailure, RefundedTopUp>> => {
    const begun = await deps.unitOfWork.transact<RefundTopUpFailure, Begun>((stores) => begin(deps, stores, input))
    if (isLeft(begun)) return begun
    const { topUp, refund } = begun.right
    if (topUp.paymentId === null) throw new Error(`top-up ${topUp.id} was credited without a payment`)
    const { id: refundId, price, amount } = refund
    const ordered = await deps.payments.refund({ refundId, paymentId: topUp.paymentId, amount: price })
    if (isLeft(ordered)) {
      const { tag, message } = ordered.left
      if (tag === 'payment_unavailable') return left({ tag: 'outcome_unknown', message })
      await endRefund(deps.unitOfWork, topUp, refund, null)
      return left({ tag: 'payment_refused', message })
    }
    const { status } = ordered.right
    if (status === 'pending' || ordered.right.amount !== price) {
      return left({ tag: 'outcome_unknown', message: `the provider says ${status}` })
    }
    await endRefund(deps.unitOfWork, topUp, refund, status === 'succeeded' ? ordered.right.id : null)
    if (status === 'canceled') return left({ tag: 'payment_refused', message: 'the provider canceled it' })
    return right({ topUp, amount, price })
  }

const begin = async (
  deps: RefundTopUpDeps,
  stores: Stores,
  input: RefundTopUpInput,
): Promise<Either<RefundTopUpFailure, Begun>> => {
  const topUp = await stores.topUps.lock(input.topUpId)
  if (topUp === null || topUp.provider !== deps.payments.provider) return left({ tag: 'top_up_not_found' })
  const earlier = await stores.topUps.refundsOf(topUp.id)
  const underWay = earlier.find(({ status }) => status === 'pending')
  if (underWay !== undefined) return carryOn(deps, topUp, underWay, input.amount)
  const priced = priceRefund(topUp, earlier, input.amount)
  if (isLeft(priced)) return priced
  const refund = { id: deps.ids.next(), topUpId: topUp.id, ...priced.right }
  await stores.topUps.openRefund(refund)
  const held = await stores.ledger.apply(holdFor(topUp, refund))
  return isHeld(held) ? right({ topUp, refund }) : left({ tag: 'insufficient_balance' })
}

const carryOn = (
  deps: RefundTopUpDeps,
  topUp: TopUp,
  refund: TopUpRefund,
  amount: bigint | null,
): Either<RefundTopUpFailure, Begun> => {
  if (amount !== null && amount !== refund.amount) return left({ tag: 'refund_under_way', amount: refund.amount })
  const isOld = deps.clock.now() - refund.createdAt.getTime() > RESENT_FOR_MS
  return isOld ? left({ tag: 'refund_unresolved', refundId: refund.id }) : right({ topUp, refund })
}

const holdFor = (topUp: TopUp, refund: Begun['refund']): PlaceHold => ({
  tag: 'place_hold',
  holdId: refund.id,
  walletId: topUp.walletId,
  amount: refund.amount,
  reference: `topup-refund:${refund.id}`,
  budgetId: null,
  instance: null,
  lifeSeconds: HOLD_LIFE_SECONDS,
})

const isHeld = (outcome: PlaceHoldOutcome): boolean => {
  if (outcome.tag === 'held') return true
  if (outcome.tag === 'insufficient') return false
  throw new Error(`the ledger refused to hold a refund: ${outcome.tag}`)
}
