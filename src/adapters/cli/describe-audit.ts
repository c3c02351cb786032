import type { AuditReport } from '../../application/billing/wallets/audit-ledger.ts'
import { sumOfAccounts } from '../../domain/ledger/audit.ts'
import type { CurrencyFigures, LedgerViolation, LedgerFigures, AuditedUsage } from '../../domain/ledger/audit.ts'
import { formatMicro } from '../../domain/money/decimal.ts'
import type { Currency } from '../../domain/money/money.ts'

interface AuditFigure {
  readonly name: string
  readonly value: string
}

interface AuditOutcome {
  readonly figures: readonly AuditFigure[]
  /** One sentence each; empty when the ledger is sound. */
  readonly violations: readonly string[]
}

const currencyFigures = (figures: CurrencyFigures): readonly AuditFigure[] => {
  const { currency, accounts } = figures
  const of = (name: string, micro: bigint): AuditFigure => ({
    name: `${currency} ${name}`,
    value: formatMicro(micro, currency),
  })
  return [
    ...Object.entries(accounts).map(([kind, balance]) => of(kind, balance)),
    of('sum over all accounts', sumOfAccounts(figures)),
  ]
}

const usageFigures = ({ currency, usage }: AuditedUsage): readonly AuditFigure[] => [
  { name: `${currency} usage: calls`, value: String(usage.calls) },
  { name: `${currency} usage: charged`, value: formatMicro(usage.charged, currency) },
  { name: `${currency} usage: written off`, value: formatMicro(usage.writtenOff, currency) },
]

const figuresOf = (figures: LedgerFigures): readonly AuditFigure[] => [
  { name: 'wallets', value: String(figures.wallets) },
  { name: 'transfers', value: String(figures.transfers) },
  { name: 'open holds', value: String(figures.openHolds) },
  { name: 'open reservations', value: String(figures.openReservations) },
  ...figures.currencies.flatMap(currencyFigures),
  ...figures.usage.flatMap(usageFigures),
  { name: 'holds past their life', value: String(figures.overdueHoldsCount) },
  ...figures.overdueHolds.map(({ holdId, overdueSeconds }) => ({
    name: `  hold ${holdId}`,
    value: `for ${Math.ceil(overdueSeconds)} s`,
  })),
  { name: 'receipts not yet counted in the usage', value: String(figures.uncountedReceipts) },
  { name: 'answers possibly unpaid', value: String(figures.possiblyUnpaidCount) },
  ...figures.possiblyUnpaid.map(({ holdId, reason, endedAt }) => ({
    name: `  hold ${holdId}`,
    value: `${reason} at ${endedAt.toISOString()}`,
  })),
  { name: 'reservations that died with money open', value: String(figures.diedReservationsCount) },
  ...figures.diedReservations.map(({ reservationId, openAtMost, currency, endedAt }) => ({
    name: `  reservation ${reservationId}`,
    value: `at most ${formatMicro(openAtMost, currency)} ${currency}, ${endedAt === null ? 'not ended yet' : `ended at ${endedAt.toISOString()}`}`,
  })),
]

const FIGURES = { calls: 'calls', charged: 'charges', writtenOff: 'write-offs' } as const

const amount = (micro: bigint, currency: Currency): string => `${formatMicro(micro, currency)} ${currency}`

/** One sentence for the operator. The limits of keys are roubles. */
const describeViolation = (found: LedgerViolation): string => {
  switch (found.tag) {
    case 'currency_not_balanced':
      return `the accounts in ${found.currency} sum to ${amount(found.sum, found.currency)} and not to zero`
    case 'wallet_balance_wrong':
      return `wallet ${found.walletId} keeps a balance of ${amount(found.kept, found.currency)}, its transfers say ${amount(found.actual, found.currency)}`
    case 'wallet_held_wrong':
      return `wallet ${found.walletId} keeps ${amount(found.kept, found.currency)} held, its open holds and reservations say ${amount(found.actual, found.currency)}`
    case 'wallet_reserved_wrong':
      return `wallet ${found.walletId} keeps ${amount(found.kept, found.currency)} reserved, its open reservations say ${amount(found.actual, found.currency)}`
    case 'reservation_captured_wrong':
      return `reservation ${found.reservationId} keeps ${amount(found.kept, found.currency)} captured, its calls took ${amount(found.actual, found.currency)}`
    case 'wallet_overdrawn':
      return `wallet ${found.walletId} has ${amount(found.balance, found.currency)} and holds ${amount(found.held, found.currency)}`
    case 'budget_spent_wrong':
      return `key ${found.budgetId} keeps ${amount(found.kept, 'RUB')} spent, its charges say ${amount(found.actual, 'RUB')}`
    case 'budget_held_wrong':
      return `key ${found.budgetId} keeps ${amount(found.kept, 'RUB')} held, its open holds and reservations say ${amount(found.actual, 'RUB')}`
    case 'hold_transfers_wrong':
      return `hold ${found.holdId} was settled with ${amount(found.due, found.currency)}, its transfers moved ${amount(found.moved, found.currency)}`
    case 'usage_wrong': {
      const figure = (value: bigint): string =>
        found.figure === 'calls' ? String(value) : amount(value, found.currency)
      return `the usage in ${found.currency} tells ${FIGURES[found.figure]} of ${figure(found.kept)}, the ledger ${figure(found.actual)}: run usage recount`
    }
  }
}

/** The audit as rows and sentences. */
export const describeAudit = ({ figures, violations }: AuditReport): AuditOutcome => ({
  figures: figuresOf(figures),
  violations: violations.map(describeViolation),
})
