import type { Hold } from './hold.ts'
import type { Wallet } from './account.ts'
import { budgetAt } from './budget.ts'
import type { Budget } from './budget.ts'
import type { LedgerState, LedgerWrites } from './state.ts'
import type { Reservation } from './reservation.ts'
import type { Transfer } from './transfer.ts'
import { usageChanges } from './usage/usage-change.ts'
import type { HoldStep } from './usage/usage-change.ts'

/** A state and the changes of the commands so far: each command sees the effects of those before it. */
export interface Draft {
  readonly state: LedgerState
  /** The moment of the decision, in milliseconds since the epoch. */
  readonly nowMs: number
  readonly wallets: Map<string, Wallet>
  readonly budgets: Map<string, Budget>
  readonly holds: Map<string, Hold>
  readonly transfers: Map<string, Transfer>
  /** The text of a hold's reference → hold id. */
  readonly references: Map<string, string>
  readonly reservations: Map<string, Reservation>
  /** The name of a reservation → the id of the open one, null if it has ended. */
  readonly openReservations: Map<string, string | null>
  /** Id of a charge or a top-up → the sum of its refunds. */
  readonly refunded: Map<string, bigint>
  /** Of each hold that this batch makes, by its id. A hold that is not here has a row already. */
  readonly lifeSeconds: Map<string, number | null>
}

export const draftOf = (state: LedgerState, nowMs: number): Draft => ({
  state,
  nowMs,
  wallets: new Map(),
  budgets: new Map(),
  holds: new Map(),
  transfers: new Map(),
  references: new Map(),
  reservations: new Map(),
  openReservations: new Map(),
  refunded: new Map(),
  lifeSeconds: new Map(),
})

export const walletIn = (draft: Draft, id: string): Wallet | undefined =>
  draft.wallets.get(id) ?? draft.state.wallets.get(id)

/** The budget in the period that runs now. */
export const budgetIn = (draft: Draft, id: string): Budget | undefined => {
  const budget = draft.budgets.get(id) ?? draft.state.budgets.get(id)
  return budget && budgetAt(budget, draft.nowMs)
}

export const holdIn = (draft: Draft, id: string): Hold | undefined => draft.holds.get(id) ?? draft.state.holds.get(id)

export const transferIn = (draft: Draft, id: string): Transfer | undefined =>
  draft.transfers.get(id) ?? draft.state.transfers.get(id)

export const reservationIn = (draft: Draft, id: string): Reservation | undefined =>
  draft.reservations.get(id) ?? draft.state.reservations.get(id)

/** The id of the open reservation of this name. */
export const openReservationIn = (draft: Draft, name: string): string | null => {
  const changed = draft.openReservations.get(name)
  return changed === undefined ? (draft.state.openReservations.get(name) ?? null) : changed
}

export const isReferenceTaken = (draft: Draft, reference: string): boolean =>
  draft.references.has(reference) || draft.state.references.has(reference)

export const refundedOf = (draft: Draft, transferId: string): bigint =>
  draft.refunded.get(transferId) ?? draft.state.refunded.get(transferId) ?? 0n

/** What is added to the sums of a wallet; nothing to those that are not named. */
type WalletDifferences = Partial<Pick<Wallet, 'balance' | 'held' | 'reserved'>>

/** The same of a budget. */
type BudgetDifferences = Partial<Pick<Budget, 'spent' | 'held'>>

/**
 * Adds the differences to a wallet's balance, held sum and the reserved part of it, and returns the changed wallet.
 * Money that comes in ends a suspension.
 */
export const moveWallet = (draft: Draft, wallet: Wallet, by: WalletDifferences): Wallet => {
  const { balance = 0n, held = 0n, reserved = 0n } = by
  const moved = {
    ...wallet,
    balance: wallet.balance + balance,
    held: wallet.held + held,
    reserved: wallet.reserved + reserved,
    suspended: wallet.suspended && balance <= 0n,
  }
  draft.wallets.set(moved.id, moved)
  return moved
}

/** From here on the wallet gets no new hold until money comes in, except for the refund of a top-up. */
export const suspendWallet = (draft: Draft, wallet: Wallet): void => {
  draft.wallets.set(wallet.id, { ...wallet, suspended: true })
}

/** Counts the differences against the hold's budget, if it has one. */
export const moveBudget = (draft: Draft, budgetId: string | null, by: BudgetDifferences): void => {
  const budget = budgetId === null ? undefined : budgetIn(draft, budgetId)
  if (budget === undefined) return
  const { spent = 0n, held = 0n } = by
  const period = budget.period && { ...budget.period, spent: budget.period.spent + spent }
  draft.budgets.set(budget.id, { ...budget, spent: budget.spent + spent, held: budget.held + held, period })
}

/** What the commands did to each of these holds. */
const stepsOf = (draft: Draft, holds: readonly Hold[]): readonly HoldStep[] => {
  const moved = { charge: new Map<string, bigint>(), writeoff: new Map<string, bigint>() }
  for (const { kind, holdId, amount } of draft.transfers.values()) {
    if (holdId !== null && (kind === 'charge' || kind === 'writeoff')) moved[kind].set(holdId, amount)
  }
  return holds.map((hold) => ({
    hold,
    hasEnded: hold.state !== 'held' && (draft.state.holds.get(hold.id)?.state ?? 'held') === 'held',
    charged: moved.charge.get(hold.id) ?? 0n,
    writtenOff: moved.writeoff.get(hold.id) ?? 0n,
  }))
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
    reservations: [...draft.reservations.values()],
    transfers: [...draft.transfers.values()],
    usage: usageChanges(stepsOf(draft, holds)),
  }
}
