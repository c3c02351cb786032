import { isRight } from 'fp-ts/lib/Either.js'
import type { ReleaseReason } from '../../../domain/ledger/hold.ts'
import type { HoldToRelease } from '../../ports/billing/hold-store.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'

const BATCH_SIZE = 100

export interface ReleasedHolds {
  /** Given back by this call. */
  readonly released: number
  /** Still open because the ledger could not be reached; the next sweep finds them again. */
  readonly left: number
}

/**
 * Gives back what `find` lists, page by page, until it lists nothing new. Several processes may do so at
 * once: the ledger ends a hold once, however many processes ask.
 */
export const releaseHolds = async (
  ledger: Ledger,
  reason: ReleaseReason,
  find: (limit: number) => Promise<readonly HoldToRelease[]>,
): Promise<ReleasedHolds> => {
  let released = 0
  for (;;) {
    const holds = await find(BATCH_SIZE)
    const outcomes = await Promise.all(
      holds.map(({ id, walletId }) => ledger.submit({ tag: 'release', holdId: id, walletId, reason, receipt: null })),
    )
    const answered = outcomes.filter(isRight)
    released += answered.filter(({ right }) => right.tag === 'released' && right.fresh).length
    if (answered.length < holds.length) return { released, left: holds.length - answered.length }
    if (holds.length < BATCH_SIZE) return { released, left: 0 }
  }
}
