import type { ReleaseReason } from '../holds/hold.ts'
import type { Currency } from '../money/money.ts'
import type { AccountKind } from './account.ts'

/** What the ledger says of itself, read in one snapshot. Lists hold only rows that may be wrong. */
export interface LedgerFigures {
  readonly currencies: readonly CurrencyFigures[]
  readonly wallets: number
  readonly transfers: number
  readonly openHolds: number
  /** Wallets whose kept sums differ from what transfers and open holds say, or that are overdrawn. */
  readonly suspectWallets: readonly WalletFigures[]
  readonly suspectBudgets: readonly BudgetFigures[]
  /** Holds whose transfers differ from how they ended. */
  readonly suspectHolds: readonly HoldFigures[]
  /** Open holds the sweep should have ended long ago. */
  readonly overdueHolds: readonly OverdueHold[]
  /** Given back because nobody came to end them: an answer may have gone out unpaid. The newest of them. */
  readonly possiblyUnpaid: readonly UnpaidHold[]
  readonly possiblyUnpaidCount: number
}

export interface CurrencyFigures {
  readonly currency: Currency
  /** Of wallets the balances they keep; of system accounts what transfers add up to. */
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

export type LedgerBreak =
  | { readonly tag: 'currency_not_balanced'; readonly currency: Currency; readonly sum: bigint }
  | { readonly tag: 'wallet_balance_wrong'; readonly walletId: string; readonly kept: bigint; readonly actual: bigint }
  | { readonly tag: 'wallet_held_wrong'; readonly walletId: string; readonly kept: bigint; readonly actual: bigint }
  | { readonly tag: 'wallet_overdrawn'; readonly walletId: string; readonly balance: bigint; readonly held: bigint }
  | { readonly tag: 'budget_spent_wrong'; readonly budgetId: string; readonly kept: bigint; readonly actual: bigint }
  | { readonly tag: 'budget_held_wrong'; readonly budgetId: string; readonly kept: bigint; readonly actual: bigint }
  | { readonly tag: 'hold_transfers_wrong'; readonly holdId: string; readonly due: bigint; readonly moved: bigint }
  | { readonly tag: 'hold_overdue'; readonly holdId: string; readonly overdueSeconds: number }

/** Seconds past its life an open hold may stand before that is a break: the sweep runs far more often. */
export const OVERDUE_AFTER_SECONDS = 60

const currencyBreaks = ({ currency, accounts }: CurrencyFigures): readonly LedgerBreak[] => {
  const sum = Object.values(accounts).reduce((total, each) => total + each, 0n)
  return sum === 0n ? [] : [{ tag: 'currency_not_balanced', currency, sum }]
}

const walletBreaks = (wallet: WalletFigures): readonly LedgerBreak[] => {
  const { walletId, balance, held, transferred, openHolds } = wallet
  const breaks: LedgerBreak[] = []
  if (balance !== transferred)
    breaks.push({ tag: 'wallet_balance_wrong', walletId, kept: balance, actual: transferred })
  if (held !== openHolds) breaks.push({ tag: 'wallet_held_wrong', walletId, kept: held, actual: openHolds })
  if (held < 0n || balance < held) breaks.push({ tag: 'wallet_overdrawn', walletId, balance, held })
  return breaks
}

const budgetBreaks = ({ budgetId, spent, held, charged, openHolds }: BudgetFigures): readonly LedgerBreak[] => {
  const breaks: LedgerBreak[] = []
  if (spent !== charged) breaks.push({ tag: 'budget_spent_wrong', budgetId, kept: spent, actual: charged })
  if (held !== openHolds) breaks.push({ tag: 'budget_held_wrong', budgetId, kept: held, actual: openHolds })
  return breaks
}

const holdBreaks = ({ holdId, settledAmount, moved }: HoldFigures): readonly LedgerBreak[] =>
  settledAmount === moved ? [] : [{ tag: 'hold_transfers_wrong', holdId, due: settledAmount, moved }]

/** Every law of the ledger the figures break; none when it is sound. Unpaid answers are listed, no break. */
export const auditVerdict = (figures: LedgerFigures): readonly LedgerBreak[] => [
  ...figures.currencies.flatMap(currencyBreaks),
  ...figures.suspectWallets.flatMap(walletBreaks),
  ...figures.suspectBudgets.flatMap(budgetBreaks),
  ...figures.suspectHolds.flatMap(holdBreaks),
  ...figures.overdueHolds
    .filter(({ overdueSeconds }) => overdueSeconds > OVERDUE_AFTER_SECONDS)
    .map(({ holdId, overdueSeconds }) => ({ tag: 'hold_overdue' as const, holdId, overdueSeconds })),
]
