import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { PlaceHold } from '../../../domain/ledger/command.ts'
import { HOUR_MS } from '../../../domain/time-units.ts'
import { TOP_UP_REFUND_KIND } from '../../../domain/ledger/transfer.ts'
import { priceRefund } from '../../../domain/payments/refund.ts'
import type { RefundRefusal, RefundStatus, TopUpRefund } from '../../../domain/payments/refund.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { PaymentGateway, PaymentGateways, ProviderNotConfigured } from '../../ports/billing/payment-gateway.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import { gatewayOf } from './payment-gateways.ts'

/** Only the end of the refund frees its money, however late an operator finds out what became of it. */
const HOLD_LIFE_SECONDS = 10 * 365 * 86_400

/** An order is no longer sent again this long before the provider stops knowing its idempotence key. */
const RESEND_MARGIN_MS = HOUR_MS

export interface BeginRefundDeps {
  readonly payments: PaymentGateways
  readonly ids: IdGenerator
}

export interface BeginRefundInput {
  readonly topUpId: string
  /** Micro-units of the wallet's currency; null: all that is left, or what the refund under way is of. */
  readonly amount: bigint | null
  /**
   * Names the refund: no second one begins under the same id. A refund's own id names it, too. Null: the one under way
   * is carried on, else one begins.
   */
  readonly requestId: string | null
}

export type BeginRefundFailure =
  | RefundRefusal
  | { readonly tag: 'top_up_not_found' }
  | ProviderNotConfigured
  /** The wallet has less than that available. */
  | { readonly tag: 'insufficient_balance' }
  /** Another refund is under way, or one of another amount: carry that one on first. */
  | { readonly tag: 'refund_under_way'; readonly amount: bigint }
  /** Under way for too long to be ordered again: an operator has to find out how it ended, and `resolveRefund` it. */
  | { readonly tag: 'refund_unresolved'; readonly refundId: string }
  /** The id named a refund of another top-up or of another amount. */
  | { readonly tag: 'mismatch' }

export interface StartedRefund {
  readonly gateway: PaymentGateway
  readonly topUp: TopUp
  /** Ended where its id names one that has ended since. */
  readonly refund: Pick<TopUpRefund, 'id' | 'amount' | 'price' | 'status'>
  /** Whether this call began it, and no earlier one. */
  readonly isNew: boolean
}

type Begun = Either<BeginRefundFailure, StartedRefund>

/** Writes a refund down and holds its money in the wallet, or finds the one that it goes on with. */
export const beginRefund = async (
  deps: BeginRefundDeps,
  stores: Pick<Transaction, 'topUps' | 'ledger'>,
  { topUpId, amount, requestId }: BeginRefundInput,
): Promise<Begun> => {
  const topUp = await stores.topUps.lock(topUpId)
  if (topUp === null) return left({ tag: 'top_up_not_found' })
  const found = gatewayOf(deps.payments, topUp)
  if (isLeft(found)) return found
  const gateway = found.right
  const earlier = await stores.topUps.refundsOf(topUp.id)
  const underWay = earlier.find(({ status }) => status === 'pending')
  const isNamed = (refund: TopUpRefund): boolean => refund.requestId === requestId || refund.id === requestId
  const known = requestId === null ? underWay : earlier.find(isNamed)
  if (known !== undefined) return resumeRefund({ gateway, topUp, refund: known, isNew: false }, amount)
  if (underWay !== undefined) return left({ tag: 'refund_under_way', amount: underWay.amount })
  const priced = priceRefund(topUp, earlier, amount)
  if (isLeft(priced)) return priced
  const status: RefundStatus = 'pending'
  const refund = { id: deps.ids.next(), requestId, topUpId: topUp.id, status, ...priced.right }
  if (!(await stores.topUps.openRefund(refund))) return left({ tag: 'mismatch' })
  const held = await stores.ledger.apply(holdFor(topUp, refund))
  if (held.tag === 'held') return right({ gateway, topUp, refund, isNew: true })
  if (held.tag === 'insufficient') return left({ tag: 'insufficient_balance' })
  throw new Error(`the ledger refused to hold a refund: ${held.tag}`)
}

const resumeRefund = (started: StartedRefund & { readonly refund: TopUpRefund }, amount: bigint | null): Begun => {
  const { gateway, refund } = started
  const isOfAnother = amount !== null && amount !== refund.amount
  if (refund.status !== 'pending') return isOfAnother ? left({ tag: 'mismatch' }) : right(started)
  if (isOfAnother) return left({ tag: 'refund_under_way', amount: refund.amount })
  if (canBeOrderedAgain(gateway, refund)) return right(started)
  return left({ tag: 'refund_unresolved', refundId: refund.id })
}

/**
 * Whether the provider still knows the order of this refund, so that it carries it out no second time. The database
 * measures its age: a process whose clock is behind would send an order again that the provider no longer knows.
 */
export const canBeOrderedAgain = (
  { idempotenceLifeMs }: Pick<PaymentGateway, 'idempotenceLifeMs'>,
  { ageMs }: Pick<TopUpRefund, 'ageMs'>,
): boolean => ageMs <= idempotenceLifeMs - RESEND_MARGIN_MS

const holdFor = (topUp: TopUp, refund: StartedRefund['refund']): PlaceHold => ({
  tag: 'place_hold',
  holdId: refund.id,
  walletId: topUp.walletId,
  amount: refund.amount,
  reference: { kind: TOP_UP_REFUND_KIND, id: refund.id },
  budgetId: null,
  instance: null,
  lifeSeconds: HOLD_LIFE_SECONDS,
})
