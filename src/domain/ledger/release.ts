import type { Release, ReleaseOutcome } from './command.ts'
import { type Draft, holdIn, walletIn } from './draft.ts'
import { releaseHold } from './end-hold.ts'

/** A second release answers as the first, whatever its reason: the first reason stands. */
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
