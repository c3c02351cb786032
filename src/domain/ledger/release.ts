import type { Release, ReleaseOutcome } from './command.ts'
import { holdIn, walletIn } from './draft.ts'
import type { Draft } from './draft.ts'
import { releaseHold } from './release-hold.ts'

/** Ends a hold without a charge. A second release has the outcome of the first, and the first reason stays. */
export const release = (draft: Draft, command: Release): ReleaseOutcome => {
  const hold = holdIn(draft, command.holdId)
  if (hold === undefined) return { tag: 'unknown_hold' }
  if (hold.walletId !== command.walletId) return { tag: 'mismatch' }
  switch (hold.state) {
    case 'settled':
      return { tag: 'already_settled' }
    case 'released':
      return { tag: 'released', fresh: false }
    case 'held': {
      const wallet = walletIn(draft, hold.walletId)
      if (wallet === undefined) return { tag: 'unknown_account' }
      releaseHold(draft, hold, wallet, command.reason, command.receipt)
      return { tag: 'released', fresh: true }
    }
  }
}
