import type { TopUp } from './top-up.ts'

/** Contract 3: so many top-ups of one user may wait for their payment. */
export const MOST_PENDING = 5

/** One that has waited for so long makes room for another. */
const KEPT_MS = 10 * 60_000

export type RoomForTopUp =
  | { readonly tag: 'room' }
  /** There is room once this one is canceled. */
  | { readonly tag: 'supersede'; readonly topUpId: string }
  | { readonly tag: 'rate_limit_exceeded'; readonly retryAfterSeconds: number }

/** Whether another top-up may be ordered beside those that wait, `pending` with the oldest first. */
export const roomForTopUp = (pending: readonly Pick<TopUp, 'id' | 'createdAt'>[], nowMs: number): RoomForTopUp => {
  const [oldest] = pending
  if (oldest === undefined || pending.length < MOST_PENDING) return { tag: 'room' }
  const waitMs = oldest.createdAt.getTime() + KEPT_MS - nowMs
  if (waitMs <= 0) return { tag: 'supersede', topUpId: oldest.id }
  return { tag: 'rate_limit_exceeded', retryAfterSeconds: Math.ceil(waitMs / 1000) }
}
