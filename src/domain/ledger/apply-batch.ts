import type { LedgerCommand, LedgerOutcome } from './command.ts'
import { draftOf, writesOf } from './draft.ts'
import type { Draft } from './draft.ts'
import { makeTransfer } from './make-transfer.ts'
import { placeHold, release, settle } from './hold-transitions.ts'
import { capture, giveBack, reserve } from './reservation-transitions.ts'
import type { LedgerState, LedgerWrites } from './state.ts'

export interface BatchResult {
  /** One outcome per command, in the order of the commands. */
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
    case 'reserve':
      return reserve(draft, command)
    case 'capture':
      return capture(draft, command)
    case 'give_back':
      return giveBack(draft, command)
  }
}

/**
 * Decides every command, each after the effects of those before it. It is pure: the caller writes `writes` in one
 * transaction. It keeps four laws (contract 10): the balance of a wallet is never below the sum held on it; a hold ends
 * once; one account gains what another loses; a command that was carried out before changes nothing and has its first
 * outcome again. `nowMs` is the moment of the decision: it says which period of a spend limit runs.
 *
 * Example: `place_hold` of 30 on a wallet of 100 answers `held`, and then `settle` at 20 answers `settled` with
 * `charged` 20 and `balanceAfter` 80.
 */
export const applyBatch = (state: LedgerState, commands: readonly LedgerCommand[], nowMs: number): BatchResult => {
  const draft = draftOf(state, nowMs)
  const outcomes = commands.map((command) => apply(draft, command))
  return { outcomes, writes: writesOf(draft) }
}
