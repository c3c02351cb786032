import type { LedgerCommand, LedgerOutcome } from './command.ts'
import { type Draft, draftOf, writesOf } from './draft.ts'
import { makeTransfer } from './make-transfer.ts'
import { placeHold } from './place-hold.ts'
import { release } from './release.ts'
import { settle } from './settle.ts'
import type { LedgerState, LedgerWrites } from './state.ts'

export interface BatchResult {
  /** One a command, in the same order. */
  readonly outcomes: readonly LedgerOutcome[]
  readonly writes: LedgerWrites
}

const apply = (draft: Draft, command: LedgerCommand): LedgerOutcome => {
  switch (command.tag) {
    case 'place_hold':
      return placeHold(draft, command)
    case 'settle':
      return settle(draft, command)
    case 'release':
      return release(draft, command)
    case 'transfer':
      return makeTransfer(draft, command)
  }
}

/**
 * Decides every command, each after the effects of those before it. It keeps these laws: a wallet's
 * balance is never below what is held on it, a hold ends once, what one account loses another gains,
 * and a command that was carried out before changes nothing and answers as it did.
 */
export const applyBatch = (state: LedgerState, commands: readonly LedgerCommand[]): BatchResult => {
  const draft = draftOf(state)
  const outcomes = commands.map((command) => apply(draft, command))
  return { outcomes, writes: writesOf(draft) }
}
