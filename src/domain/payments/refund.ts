import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { divideRoundingDown } from '../money/rounding.ts'
import type { TopUp } from './top-up.ts'

export type RefundStatus = 'pending' | 'succeeded' | 'canceled'

/** Money on its way back from a wallet to the customer who paid for it. At most one of a top-up is under way. */
export interface TopUpRefund {
  /** Also the id of the hold that keeps the money until the provider has answered, and its idempotence key. */
  readonly id: string
  readonly topUpId: string
  /** What the wallet gives, micro-units of its currency. */
  readonly amount: bigint
  /** What the customer gets, micro-roubles, whole kopecks. */
  readonly price: bigint
  readonly status: RefundStatus
  readonly createdAt: Date
}

export type RefundRefusal =
  | { readonly tag: 'top_up_not_paid' }
  /** `left`: what can still be given back, micro-units of the wallet's currency. */
  | { readonly tag: 'refund_exceeds_top_up'; readonly left: bigint }
  /** So little that it is less than a kopeck. */
  | { readonly tag: 'refund_too_small' }

const MICRO_PER_KOPECK = 10_000n

/**
 * What giving back `amount` (null: all that is left) of a top-up means in roubles. Parts of a price are rounded down
 * to the kopeck and the last part gets the rest, so parts never sum to more than was paid and all of them to exactly
 * that.
 */
export const priceRefund = (
  topUp: TopUp,
  earlier: readonly Pick<TopUpRefund, 'amount' | 'price' | 'status'>[],
  amount: bigint | null,
): Either<RefundRefusal, { readonly amount: bigint; readonly price: bigint }> => {
  if (topUp.status !== 'succeeded') return left({ tag: 'top_up_not_paid' })
  const counted = earlier.filter(({ status }) => status !== 'canceled')
  const given = counted.reduce((sum, each) => sum + each.amount, 0n)
  const paidBack = counted.reduce((sum, each) => sum + each.price, 0n)
  const rest = topUp.amount - given
  const wanted = amount ?? rest
  if (wanted <= 0n || wanted > rest) return left({ tag: 'refund_exceeds_top_up', left: rest })
  const kopecks = divideRoundingDown(topUp.price * (given + wanted), topUp.amount * MICRO_PER_KOPECK)
  const price = (wanted === rest ? topUp.price : kopecks * MICRO_PER_KOPECK) - paidBack
  return price > 0n ? right({ amount: wanted, price }) : left({ tag: 'refund_too_small' })
}
