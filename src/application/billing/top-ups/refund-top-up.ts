import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { PlaceHold, PlaceHoldOutcome } from '../../../domain/ledger/command.ts'
import { priceRefund } from '../../../domain/payments/refund.ts'
import type { RefundRefusal, TopUpRefund } from '../../../domain/payments/refund.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { PaymentGateway, PaymentGateways, ProviderNotConfigured } from '../../ports/billing/payment-gateway.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { endRefund } from './end-refund.ts'
import { gatewayOf } from './payment-gateways.ts'

/** Longer than any refund takes, so that the sweep releases no hold of a refund that is under way. */
const HOLD_LIFE_SECONDS = 30 * 86_400

/** An order is no longer sent again this long before the provider stops knowing its idempotence key. */
const RESEND_MARGIN_MS = 3_600_000

interface RefundTopUpDeps {
  readonly unitOfWork: UnitOfWork
  readonly payments: PaymentGateways
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface RefundTopUpInput {
  readonly topUpId: string
  /** Micro-units of the wallet's currency; null: all that is left. */
  readonly amount: bigint | null
}

export type RefundTopUpFailure =
  | RefundRefusal
  | { readonly tag: 'top_up_not_found' }
  | ProviderNotConfigured
  /** The wallet has less than that available. */
  | { readonly tag: 'insufficient_balance' }
  /** A refund of another amount is under way; ask for that amount to continue it. */
  | { readonly tag: 'refund_under_way'; readonly amount: bigint }
  /** Under way for too long to be sent again safely: look at the provider. */
  | { readonly tag: 'refund_unresolved'; readonly refundId: string }
  /** The provider refused; the money is available again. */
  | { readonly tag: 'payment_refused'; readonly message: string }
  /** The provider gave no final answer. The money stays held; the same command again continues the refund. */
  | { readonly tag: 'outcome_unknown'; readonly message: string }

interface RefundedTopUp {
  readonly topUp: TopUp
  readonly amount: bigint
  /** Micro-roubles the customer gets. */
  readonly price: bigint
}

interface StartedRefund {
  readonly gateway: PaymentGateway
  readonly topUp: TopUp
  readonly refund: Pick<TopUpRefund, 'id' | 'amount' | 'price'>
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
      begin(deps, stores, input),
    )
    if (isLeft(begun)) return begun
    const { gateway, topUp, refund } = begun.right
    if (topUp.paymentId === null) throw new Error(`top-up ${topUp.id} was credited without a payment`)
    const { id: refundId, price, amount } = refund
    const ordered = await gateway.refund({ refundId, paymentId: topUp.paymentId, amount: price })
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
  stores: Pick<Transaction, 'topUps' | 'ledger'>,
  input: RefundTopUpInput,
): Promise<Either<RefundTopUpFailure, StartedRefund>> => {
  const topUp = await stores.topUps.lock(input.topUpId)
  if (topUp === null) return left({ tag: 'top_up_not_found' })
  const gateway = gatewayOf(deps.payments, topUp)
  if (isLeft(gateway)) return gateway
  const earlier = await stores.topUps.refundsOf(topUp.id)
  const underWay = earlier.find(({ status }) => status === 'pending')
  if (underWay !== undefined) {
    return resumeRefund(deps, { gateway: gateway.right, topUp, refund: underWay }, input.amount)
  }
  const priced = priceRefund(topUp, earlier, input.amount)
  if (isLeft(priced)) return priced
  const refund = { id: deps.ids.next(), topUpId: topUp.id, ...priced.right }
  await stores.topUps.openRefund(refund)
  const held = await stores.ledger.apply(holdFor(topUp, refund))
  return isHeld(held) ? right({ gateway: gateway.right, topUp, refund }) : left({ tag: 'insufficient_balance' })
}

const resumeRefund = (
  { clock }: RefundTopUpDeps,
  started: StartedRefund & { readonly refund: TopUpRefund },
  amount: bigint | null,
): Either<RefundTopUpFailure, StartedRefund> => {
  const { gateway, refund } = started
  if (amount !== null && amount !== refund.amount) return left({ tag: 'refund_under_way', amount: refund.amount })
  const isOld = clock.now() - refund.createdAt.getTime() > gateway.idempotenceLifeMs - RESEND_MARGIN_MS
  return isOld ? left({ tag: 'refund_unresolved', refundId: refund.id }) : right(started)
}

const holdFor = (topUp: TopUp, refund: StartedRefund['refund']): PlaceHold => ({
  tag: 'place_hold',
  holdId: refund.id,
  walletId: topUp.walletId,
  amount: refund.amount,
  reference: { kind: 'topup-refund', id: refund.id },
  budgetId: null,
  instance: null,
  lifeSeconds: HOLD_LIFE_SECONDS,
})

const isHeld = (outcome: PlaceHoldOutcome): boolean => {
  if (outcome.tag === 'held') return true
  if (outcome.tag === 'insufficient') return false
  throw new Error(`the ledger refused to hold a refund: ${outcome.tag}`)
}
