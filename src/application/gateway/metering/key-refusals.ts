import { notedKeys } from '../../accounts/api-keys/noted-keys.ts'
import type { NotedKeys } from '../../accounts/api-keys/noted-keys.ts'
import type { MarkStore, RefusedKey } from '../../ports/notifications/mark-store.ts'
import type { HoldFailure } from './hold-failure.ts'
import type { PaidTerms } from './paid-operation.ts'

interface KeyRefusalsDeps {
  readonly marks: Pick<MarkStore, 'noteRefused'>
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs: () => number
}

export interface KeyRefusals extends Pick<NotedKeys<unknown>, 'flush'> {
  /** Notes in memory that a call was refused, where that was for the limit of its key. It writes nothing. */
  note(payer: Pick<PaidTerms, 'walletId' | 'budgetId'>, failure: HoldFailure): void
}

/** Collects the keys whose calls were refused for their limit, so that their owners are alerted. */
export const keyRefusals = ({ marks, monotonicMs }: KeyRefusalsDeps): KeyRefusals => {
  const refused = notedKeys<RefusedKey>((noted) => marks.noteRefused(noted.map(([, key]) => key)), monotonicMs)
  return {
    note: ({ walletId, budgetId: keyId }, failure) => {
      if (failure.tag !== 'key_spend_limit_exceeded' || keyId === null) return
      const { limitMicro: limit, periodEndsAtMs } = failure
      const periodEndsAt = periodEndsAtMs === null ? null : new Date(periodEndsAtMs)
      refused.note(keyId, { walletId, keyId, limit, periodEndsAt })
    },
    flush: refused.flush,
  }
}
