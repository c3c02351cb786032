import type { ReleaseReason } from './hold.ts'
import type { Currency } from '../money/money.ts'
import type { AccountKind } from './account.ts'

/** What the ledger's rows add up to, read in one snapshot. The lists hold only rows that may be wrong. */
export interface LedgerFigures {
  readonly currencies: readonly CurrencyFigures[]
  readonly wallets: number
  readonly transfers: number
  readonly openHolds: number
  /** Wallets whose stored sums differ from the sums of their transfers and open holds, or which are overdrawn. */
  readonly suspectWallets: readonly WalletFigures[]
  readonly suspectBudgets: readonly BudgetFigures[]
  /** Holds whose transfers differ from their settled amount. */
  readonly suspectHolds: readonly HoldFigures[]
  /** Open holds that the sweeper should have ended long ago. */
  readonly overdueHolds: readonly OverdueHold[]
  /**
   * Holds that the sweeper released, because no process ended them: their answers may have been delivered unpaid. The
   * newest of them.
   */
  readonly possiblyUnpaid: readonly UnpaidHold[]
  readonly possiblyUnpaidCount: number
}

export interface CurrencyFigures {
  readonly currency: Currency
  /** For wallets the stored balances; for system accounts the sum of their transfers. */
  readonly accounts: Readonly<Record<AccountKind, bigint>>
}

export interface WalletFigures {
  readonly walletId: string
  readonly currency: Currency
  readonly balance: bigint
  readonly held: bigint
  /** Credits − debits over all transfers. */
  readonly transferred: bigint
  /** Sum of the open holds. */
  readonly openHolds: bigint
}

export interface BudgetFigures {
  readonly budgetId: string
  readonly spent: bigint
  readonly held: bigint
  readonly charged: bigint
  readonly openHolds: bigint
}

export interface HoldFigures {
  readonly holdId: string
  readonly state: 'held' | 'settled'
  /** Zero while the hold is open. */
  readonly settledAmount: bigint
  /** Charge and write-off together. */
  readonly moved: bigint
}

export interface OverdueHold {
  readonly holdId: string
  readonly walletId: string
  readonly overdueSeconds: number
}

export interface UnpaidHold {
  readonly holdId: string
  readonly walletId: string
  readonly amount: bigint
  readonly reason: Extract<ReleaseReason, 'expired' | 'instance_lost'>
  readonly endedAt: Date
}

export type LedgerViolation =
  | { readonly tag: 'currency_not_balanced'; readonly currency: Currency; readonly sum: bigint }
  | { readonly tag: 'wallet_balance_wrong'; readonly walletId: string; readonly kept: bigint; readonly actual: bigint }
  | { readonly tag: 'wallet_held_wrong'; readonly walletId: string; readonly kept: bigint; readonly actual: bigint }
  | { readonly tag: 'wallet_overdrawn'; readonly walletId: string; readonly balance: bigint; readonly held: bigint }
  | { readonly tag: 'budget_spent_wrong'; readonly budgetId: string; readonly kept: bigint; readonly actual: bigint }
  | { readonly tag: 'budget_held_wrong'; readonly budgetId: string; readonly kept: bigint; readonly actual: bigint }
  | { readonly tag: 'hold_transfers_wrong'; readonly holdId: string; readonly due: bigint; readonly moved: bigint }
  | { readonly tag: 'hold_overdue'; readonly holdId: string; readonly overdueSeconds: number }

/** Seconds that an open hold may stand past its life before the audit reports it. The sweeper runs far more often. */
export const OVERDUE_AFTER_SECONDS = 60

const currencyViolations = ({ currency, accounts }: CurrencyFigures): readonly LedgerViolation[] => {
  const sum = Object.values(accounts).reduce((total, each) => total + each, 0n)
  return sum === 0n ? [] : [{ tag: 'currency_not_balanced', currency, sum }]
}

const walletViolations = (wallet: WalletFigures): readonly LedgerViolation[] => {
  const { walletId, balance, held, transferred, openHolds } = wallet
  const violations: LedgerViolation[] = []
  if (balance !== transferred)
    violations.push({ tag: 'wallet_balance_wrong', walletId, kept: balance, actual: transferred })
  if (held !== openHolds) violations.push({ tag: 'wallet_held_wrong', walletId, kept: held, actual: openHolds })
  if (held < 0n || balance < held) violations.push({ tag: 'wallet_overdrawn', walletId, balance, held })
  return violations
}

const budgetViolations = ({ budgetId, spent, held, charged, openHolds }: BudgetFigures): readonly LedgerViolation[] => {
  const violations: LedgerViolation[] = []
  if (spent !== charged) violations.push({ tag: 'budget_spent_wrong', budgetId, kept: spent, actual: charged })
  if (held !== openHolds) violations.push({ tag: 'budget_held_wrong', budgetId, kept: held, actual: openHolds })
  return violations
}

const holdViolations = ({ holdId, settledAmount, moved }: HoldFigures): readonly LedgerViolation[] =>
  settledAmount === moved ? [] : [{ tag: 'hold_transfers_wrong', holdId, due: settledAmount, moved }]

/**
 * Every law of the ledger that the figures break; an empty list when the ledger is sound. Answers that may be unpaid
 * are listed elsewhere and break no law.
 */
export const ledgerViolations = (figures: LedgerFigures): readonly LedgerViolation[] => [
  ...figures.currencies.flatMap(currencyViolations),
  ...figures.suspectWallets.flatMap(walletViolations),
  ...figures.suspectBudgets.flatMap(budgetViolations),
  ...figures.suspectHolds.flatMap(holdViolations),
  ...figures.overdueHolds
    .filter(({ overdueSeconds }) => overdueSeconds > OVERDUE_AFTER_SECONDS)
    .map(({ holdId, overdueSeconds }) => ({ tag: 'hold_overdue' as const, holdId, overdueSeconds })),
]
