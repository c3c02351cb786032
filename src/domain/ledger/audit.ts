import type { ReleaseReason } from './hold.ts'
import type { Currency } from '../money/money.ts'
import type { AccountKind } from './account.ts'

/** What the ledger's rows add up to, read in one snapshot. The lists hold only rows that may be wrong. */
export interface LedgerFigures {
  readonly currencies: readonly CurrencyFigures[]
  readonly usage: readonly AuditedUsage[]
  /** Ends of holds that the hourly usage has not counted yet, so that they are read one by one. */
  readonly uncountedReceipts: number
  readonly wallets: number
  readonly transfers: number
  readonly openHolds: number
  /** Wallets whose stored sums differ from the sums of their transfers and open holds, or which are overdrawn. */
  readonly suspectWallets: readonly WalletFigures[]
  readonly suspectBudgets: readonly BudgetFigures[]
  /** Reservations whose captured sum differs from what charges took. */
  readonly suspectReservations: readonly ReservationFigures[]
  readonly openReservations: number
  /** Holds whose transfers differ from their settled amount. */
  readonly suspectHolds: readonly HoldFigures[]
  /**
   * Open holds past their life: a process that sweeps ends them. They are work that waits and break no law, because no
   * process sweeps while the service is stopped. The oldest of them.
   */
  readonly overdueHolds: readonly OverdueHold[]
  readonly overdueHoldsCount: number
  /**
   * Holds that the sweeper released, because no process ended them: their answers may have been delivered unpaid. The
   * newest of them.
   */
  readonly possiblyUnpaid: readonly UnpaidHold[]
  readonly possiblyUnpaidCount: number
  /**
   * Reservations that outlived their process, which did not stop by itself: calls that it had admitted may have been
   * answered unpaid. The newest of the last 30 days.
   */
  readonly diedReservations: readonly DiedReservation[]
  readonly diedReservationsCount: number
}

export interface CurrencyFigures {
  readonly currency: Currency
  /** For wallets the stored balances; for system accounts the sum of their transfers. */
  readonly accounts: Readonly<Record<AccountKind, bigint>>
}

/** The usage totals of one currency: by the hourly rows, by what is not counted yet, and by the ledger itself. */
export interface AuditedUsage {
  readonly currency: Currency
  readonly usage: UsageTotals
  /** What sums of the usage tell that are kept beside it. */
  readonly summed: readonly UsageTotals[]
  readonly ledger: UsageTotals
}

interface UsageTotals {
  readonly calls: bigint
  /** Micro-units that wallets paid for calls. */
  readonly charged: bigint
  /** Micro-units of their prices that the house bore. */
  readonly writtenOff: bigint
}

export interface WalletFigures {
  readonly walletId: string
  readonly currency: Currency
  readonly balance: bigint
  readonly held: bigint
  /** Credits − debits over all transfers. */
  readonly transferred: bigint
  readonly reserved: bigint
  /** Sum of the open holds. */
  readonly openHolds: bigint
  /** Sum of what is open in reservations. */
  readonly openReservations: bigint
}

export interface BudgetFigures {
  readonly budgetId: string
  readonly spent: bigint
  readonly held: bigint
  readonly charged: bigint
  readonly openHolds: bigint
  readonly openReservations: bigint
}

export interface ReservationFigures {
  readonly reservationId: string
  readonly currency: Currency
  readonly captured: bigint
  /** Sum of what the charges of calls took. */
  readonly taken: bigint
}

export interface HoldFigures {
  readonly holdId: string
  readonly currency: Currency
  readonly state: 'held' | 'settled'
  /** Zero while the hold is open. */
  readonly settledAmount: bigint
  /** Charge and write-off together. */
  readonly moved: bigint
}

export interface OverdueHold {
  readonly holdId: string
  readonly overdueSeconds: number
}

export interface UnpaidHold {
  readonly holdId: string
  readonly walletId: string
  readonly amount: bigint
  readonly reason: Extract<ReleaseReason, 'expired' | 'instance_lost'>
  readonly endedAt: Date
}

export interface DiedReservation {
  readonly reservationId: string
  readonly walletId: string
  readonly currency: Currency
  /** What was open when its process died, in micro-units, at most. */
  readonly openAtMost: bigint
  /** Null: the sweeper has not ended it yet. */
  readonly endedAt: Date | null
}

export type LedgerViolation =
  | { readonly tag: 'currency_not_balanced'; readonly currency: Currency; readonly sum: bigint }
  | {
      readonly tag: 'wallet_balance_wrong' | 'wallet_held_wrong' | 'wallet_reserved_wrong'
      readonly walletId: string
      readonly currency: Currency
      readonly kept: bigint
      readonly actual: bigint
    }
  | {
      readonly tag: 'wallet_overdrawn'
      readonly walletId: string
      readonly currency: Currency
      readonly balance: bigint
      readonly held: bigint
    }
  | {
      readonly tag: 'budget_spent_wrong' | 'budget_held_wrong'
      readonly budgetId: string
      readonly kept: bigint
      readonly actual: bigint
    }
  | {
      readonly tag: 'reservation_captured_wrong'
      readonly reservationId: string
      readonly currency: Currency
      readonly kept: bigint
      readonly actual: bigint
    }
  | {
      readonly tag: 'hold_transfers_wrong'
      readonly holdId: string
      readonly currency: Currency
      readonly due: bigint
      readonly moved: bigint
    }
  | {
      readonly tag: 'usage_wrong'
      readonly currency: Currency
      readonly figure: keyof UsageTotals
      readonly kept: bigint
      readonly actual: bigint
    }

/** The sum over all accounts of a currency: zero in a sound ledger. */
export const sumOfAccounts = ({ accounts }: CurrencyFigures): bigint =>
  Object.values(accounts).reduce((total, each) => total + each, 0n)

const currencyViolations = (figures: CurrencyFigures): readonly LedgerViolation[] => {
  const sum = sumOfAccounts(figures)
  return sum === 0n ? [] : [{ tag: 'currency_not_balanced', currency: figures.currency, sum }]
}

const walletViolations = (wallet: WalletFigures): readonly LedgerViolation[] => {
  const { walletId, currency, balance, held, reserved, transferred, openHolds, openReservations } = wallet
  const due = openHolds + openReservations
  const violations: LedgerViolation[] = []
  if (balance !== transferred)
    violations.push({ tag: 'wallet_balance_wrong', walletId, currency, kept: balance, actual: transferred })
  if (held !== due) violations.push({ tag: 'wallet_held_wrong', walletId, currency, kept: held, actual: due })
  if (reserved !== openReservations)
    violations.push({ tag: 'wallet_reserved_wrong', walletId, currency, kept: reserved, actual: openReservations })
  if (held < 0n || balance < held) violations.push({ tag: 'wallet_overdrawn', walletId, currency, balance, held })
  return violations
}

const budgetViolations = (budget: BudgetFigures): readonly LedgerViolation[] => {
  const violations: LedgerViolation[] = []
  const { budgetId, spent, held, charged } = budget
  const due = budget.openHolds + budget.openReservations
  if (spent !== charged) violations.push({ tag: 'budget_spent_wrong', budgetId, kept: spent, actual: charged })
  if (held !== due) violations.push({ tag: 'budget_held_wrong', budgetId, kept: held, actual: due })
  return violations
}

const reservationViolations = (reservation: ReservationFigures): readonly LedgerViolation[] => {
  const { reservationId, currency, captured, taken } = reservation
  return captured === taken
    ? []
    : [{ tag: 'reservation_captured_wrong', reservationId, currency, kept: captured, actual: taken }]
}

const AUDITED_FIGURES: readonly (keyof UsageTotals)[] = ['calls', 'charged', 'writtenOff']

/** Each figure is reported once, with the first sum that is wrong. */
const usageViolations = ({ currency, usage, summed, ledger }: AuditedUsage): readonly LedgerViolation[] =>
  AUDITED_FIGURES.flatMap((figure) => {
    const actual = ledger[figure]
    const wrong = [usage, ...summed].find((totals) => totals[figure] !== actual)
    return wrong === undefined ? [] : [{ tag: 'usage_wrong', currency, figure, kept: wrong[figure], actual }]
  })

const holdViolations = ({ holdId, currency, settledAmount, moved }: HoldFigures): readonly LedgerViolation[] =>
  settledAmount === moved ? [] : [{ tag: 'hold_transfers_wrong', holdId, currency, due: settledAmount, moved }]

/**
 * Every law of the ledger that the figures break; an empty list when the ledger is sound. Answers that may be unpaid,
 * and holds that wait for a sweep, are listed elsewhere and break no law.
 */
export const ledgerViolations = (figures: LedgerFigures): readonly LedgerViolation[] => [
  ...figures.currencies.flatMap(currencyViolations),
  ...figures.suspectWallets.flatMap(walletViolations),
  ...figures.suspectBudgets.flatMap(budgetViolations),
  ...figures.suspectReservations.flatMap(reservationViolations),
  ...figures.suspectHolds.flatMap(holdViolations),
  ...figures.usage.flatMap(usageViolations),
]
