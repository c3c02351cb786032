import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { divideRoundingDown, MICRO_PER_KOPECK } from '../money/money.ts'
import type { TopUp } from './top-up.ts'

export type RefundStatus = 'pending' | 'succeeded' | 'canceled'

/** Money that goes back from a wallet to the customer who paid it. A top-up has at most one pending refund. */
export interface TopUpRefund {
  /**
   * Also the id of the hold that keeps the money until the provider has answered, and the idempotence key at the
   * provider.
   */
  readonly id: string
  /** The id that its caller gave it, which begins one refund only. Null: none. */
  readonly requestId: string | null
  readonly topUpId: string
  /** Micro-units of the wallet's currency that leave the wallet. */
  readonly amount: bigint
  /** Micro-roubles that the customer gets, in whole kopecks. */
  readonly price: bigint
  readonly status: RefundStatus
  readonly createdAt: Date
  /** How long ago it began when it was read, by the clock that `createdAt` is of. */
  readonly ageMs: number
}

export type RefundRefusal =
  | { readonly tag: 'top_up_not_paid' }
  /** `left`: what can still be given back, micro-units of the wallet's currency. */
  | { readonly tag: 'refund_exceeds_top_up'; readonly left: bigint }
  /** The part is worth less than a kopeck. */
  | { readonly tag: 'refund_too_small' }
  /** Roubles go back in whole kopecks. A finer part would leave the wallet and not reach the customer. */
  | { readonly tag: 'refund_below_kopeck' }

type CountedRefund = Pick<TopUpRefund, 'amount' | 'price' | 'status'>

/** What refunds have given back or are giving back. */
const givenBack = (refunds: readonly CountedRefund[]): Pick<TopUpRefund, 'amount' | 'price'> => {
  const counted = refunds.filter(({ status }) => status !== 'canceled')
  return {
    amount: counted.reduce((sum, each) => sum + each.amount, 0n),
    price: counted.reduce((sum, each) => sum + each.price, 0n),
  }
}

/** What of a top-up can still be given back, micro-units of the wallet's currency. The wallet may have less. */
export const refundable = (topUp: TopUp, refunds: readonly CountedRefund[]): bigint =>
  topUp.status === 'succeeded' ? topUp.amount - givenBack(refunds).amount : 0n

/**
 * The price in roubles of giving back `amount` (null: all that is left) of a top-up. Parts of a price are rounded down
 * to the kopeck and the last part gets the rest. So parts never add up to more than the price paid, and all parts
 * together are exactly the price paid.
 */
export const priceRefund = (
  topUp: TopUp,
  earlier: readonly CountedRefund[],
  amount: bigint | null,
): Either<RefundRefusal, { readonly amount: bigint; readonly price: bigint }> => {
  if (topUp.status !== 'succeeded') return left({ tag: 'top_up_not_paid' })
  const { amount: given, price: paidBack } = givenBack(earlier)
  const rest = topUp.amount - given
  const wanted = amount ?? rest
  if (wanted <= 0n || wanted > rest) return left({ tag: 'refund_exceeds_top_up', left: rest })
  if (topUp.currency === 'RUB' && wanted !== rest && wanted % MICRO_PER_KOPECK !== 0n) {
    return left({ tag: 'refund_below_kopeck' })
  }
  const kopecks = divideRoundingDown(topUp.price * (given + wanted), topUp.amount * MICRO_PER_KOPECK)
  const price = (wanted === rest ? topUp.price : kopecks * MICRO_PER_KOPECK) - paidBack
  return price > 0n ? right({ amount: wanted, price }) : left({ tag: 'refund_too_small' })
}
