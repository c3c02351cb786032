import { MINUTE_MS } from '../time-units.ts'
import type { TopUp } from './top-up.ts'

/** The most top-ups of one user that may wait for their payment (contract 3). */
const MAX_PENDING_TOP_UPS = 5

/** A new top-up cancels the oldest one that has waited for this long. */
const SUPERSEDE_AFTER_MS = 10 * MINUTE_MS

export type PendingTopUpDecision =
  | { readonly tag: 'room' }
  /** The new top-up fits after this one is canceled. */
  | { readonly tag: 'supersede'; readonly topUpId: string }
  | { readonly tag: 'rate_limit_exceeded'; readonly retryAfterSeconds: number }

/** Whether a user may order another top-up beside the pending ones, which are sorted with the oldest first. */
export const decidePendingTopUp = (
  pending: readonly Pick<TopUp, 'id' | 'createdAt'>[],
  nowMs: number,
): PendingTopUpDecision => {
  const [oldest] = pending
  if (oldest === undefined || pending.length < MAX_PENDING_TOP_UPS) return { tag: 'room' }
  const waitMs = oldest.createdAt.getTime() + SUPERSEDE_AFTER_MS - nowMs
  if (waitMs <= 0) return { tag: 'supersede', topUpId: oldest.id }
  return { tag: 'rate_limit_exceeded', retryAfterSeconds: Math.ceil(waitMs / 1000) }
}
