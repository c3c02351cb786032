import type { Hold } from './hold.ts'
import type { Wallet } from './account.ts'
import type { Budget, LedgerState, LedgerWrites } from './state.ts'
import type { Transfer } from './transfer.ts'

/** A state and the changes of the commands so far: each command sees the effects of those before it. */
export interface Draft {
  readonly state: LedgerState
  readonly wallets: Map<string, Wallet>
  readonly budgets: Map<string, Budget>
  readonly holds: Map<string, Hold>
  readonly transfers: Map<string, Transfer>
  readonly references: Map<string, string>
  readonly refunded: Map<string, bigint>
  readonly lifeSeconds: Map<string, number>
}

export const draftOf = (state: LedgerState): Draft => ({
  state,
  wallets: new Map(),
  budgets: new Map(),
  holds: new Map(),
  transfers: new Map(),
  references: new Map(),
  refunded: new Map(),
  lifeSeconds: new Map(),
})

export const walletIn = (draft: Draft, id: string): Wallet | undefined =>
  draft.wallets.get(id) ?? draft.state.wallets.get(id)

export const budgetIn = (draft: Draft, id: string): Budget | undefined =>
  draft.budgets.get(id) ?? draft.state.budgets.get(id)

export const holdIn = (draft: Draft, id: string): Hold | undefined => draft.holds.get(id) ?? draft.state.holds.get(id)

export const transferIn = (draft: Draft, id: string): Transfer | undefined =>
  draft.transfers.get(id) ?? draft.state.transfers.get(id)

export const isReferenceTaken = (draft: Draft, reference: string): boolean =>
  draft.references.has(reference) || draft.state.references.has(reference)

export const refundedOf = (draft: Draft, transferId: string): bigint =>
  draft.refunded.get(transferId) ?? draft.state.refunded.get(transferId) ?? 0n

/**
 * Adds the differences to a wallet's balance and held sum, and returns the changed wallet. Money that comes in ends a
 * suspension.
 */
export const moveWallet = (draft: Draft, wallet: Wallet, balanceBy: bigint, heldBy: bigint): Wallet => {
  const suspended = wallet.suspended && balanceBy <= 0n
  const moved = { ...wallet, balance: wallet.balance + balanceBy, held: wallet.held + heldBy, suspended }
  draft.wallets.set(moved.id, moved)
  return moved
}

/** From here on the wallet gets no new hold until money comes in. */
export const suspendWallet = (draft: Draft, wallet: Wallet): void => {
  draft.wallets.set(wallet.id, { ...wallet, suspended: true })
}

/** Counts the differences against the hold's budget, if it has one. */
export const moveBudget = (draft: Draft, budgetId: string | null, spentBy: bigint, heldBy: bigint): void => {
  const budget = budgetId === null ? undefined : budgetIn(draft, budgetId)
  if (budget === undefined) return
  draft.budgets.set(budget.id, { ...budget, spent: budget.spent + spentBy, held: budget.held + heldBy })
}

export const writesOf = (draft: Draft): LedgerWrites => {
  const holds = [...draft.holds.values()]
  return {
    wallets: [...draft.wallets.values()],
    budgets: [...draft.budgets.values()],
    newHolds: holds.flatMap((hold) => {
      const lifeSeconds = draft.lifeSeconds.get(hold.id)
      return lifeSeconds === undefined ? [] : [{ hold, lifeSeconds }]
    }),
    endedHolds: holds.filter((hold) => !draft.lifeSeconds.has(hold.id)),
    transfers: [...draft.transfers.values()],
  }
}
