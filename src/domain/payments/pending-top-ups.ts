import { MINUTE_MS, SECOND_MS } from '../time-units.ts'
import type { TopUp } from './top-up.ts'

/** The most top-ups of one user that may wait for their payment (contract 3). */
const MAX_PENDING_TOP_UPS = 5

/** A new top-up cancels the oldest one that has waited for this long. */
const SUPERSEDE_AFTER_MS = 10 * MINUTE_MS

/** The most orders of one user for which the provider made no payment within UNPAID_MS. Each one asked the provider. */
const MAX_UNPAID_TOP_UPS = 20

const UNPAID_MS = 10 * MINUTE_MS

/** How many of a user's newest canceled top-ups tell whether there were too many without a payment. */
export const LOOKED_AT_CANCELED = 2 * MAX_UNPAID_TOP_UPS

export type PendingTopUpDecision =
  | { readonly tag: 'room' }
  /** The new top-up fits after this one is canceled. */
  | { readonly tag: 'supersede'; readonly topUpId: string }
  | { readonly tag: 'rate_limit_exceeded'; readonly retryAfterSeconds: number }

/**
 * Whether a user may order another top-up beside the pending ones, which are sorted with the oldest first, and after
 * the canceled ones, which are sorted with the newest first. An order that its provider refuses makes room at once:
 * without a bound one user could use up what the provider answers in a minute to all.
 */
export const decidePendingTopUp = (
  pending: readonly Pick<TopUp, 'id' | 'createdAt'>[],
  canceled: readonly Pick<TopUp, 'paymentId' | 'createdAt'>[],
  nowMs: number,
): PendingTopUpDecision => {
  const unpaid = canceled.filter(({ paymentId }) => paymentId === null)[MAX_UNPAID_TOP_UPS - 1]
  const unpaidMs = unpaid === undefined ? 0 : unpaid.createdAt.getTime() + UNPAID_MS - nowMs
  if (unpaidMs > 0) return { tag: 'rate_limit_exceeded', retryAfterSeconds: Math.ceil(unpaidMs / SECOND_MS) }
  const [oldest] = pending
  if (oldest === undefined || pending.length < MAX_PENDING_TOP_UPS) return { tag: 'room' }
  const waitMs = oldest.createdAt.getTime() + SUPERSEDE_AFTER_MS - nowMs
  if (waitMs <= 0) return { tag: 'supersede', topUpId: oldest.id }
  return { tag: 'rate_limit_exceeded', retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) }
}
