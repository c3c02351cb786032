import type { AuditReport } from '../../application/billing/wallets/audit-ledger.ts'
import type { CurrencyFigures, LedgerViolation, LedgerFigures, AuditedUsage } from '../../domain/ledger/audit.ts'
import { formatMicro } from '../../domain/money/decimal.ts'

interface AuditFigure {
  readonly name: string
  readonly value: string
}

interface AuditOutcome {
  readonly figures: readonly AuditFigure[]
  /** One sentence each; empty when the ledger is sound. */
  readonly breaks: readonly string[]
}

const currencyFigures = ({ currency, accounts }: CurrencyFigures): readonly AuditFigure[] => {
  const entries = Object.entries(accounts)
  const sum = entries.reduce((total, [, balance]) => total + balance, 0n)
  return [
    ...entries.map(([kind, balance]) => ({ name: `${currency} ${kind}`, value: formatMicro(balance, currency) })),
    { name: `${currency} sum over all accounts`, value: formatMicro(sum, currency) },
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

/** One sentence for the operator; amounts in micro-units, as the database has them. */
const describeBreak = (found: LedgerViolation): string => {
  switch (found.tag) {
    case 'currency_not_balanced':
      return `the accounts in ${found.currency} sum to ${found.sum} and not to zero`
    case 'wallet_balance_wrong':
      return `wallet ${found.walletId} keeps a balance of ${found.kept}, its transfers say ${found.actual}`
    case 'wallet_held_wrong':
      return `wallet ${found.walletId} keeps ${found.kept} held, its open holds and reservations say ${found.actual}`
    case 'wallet_reserved_wrong':
      return `wallet ${found.walletId} keeps ${found.kept} reserved, its open reservations say ${found.actual}`
    case 'reservation_captured_wrong':
      return `reservation ${found.reservationId} keeps ${found.kept} captured, its calls took ${found.actual}`
    case 'wallet_overdrawn':
      return `wallet ${found.walletId} has ${found.balance} and holds ${found.held}`
    case 'budget_spent_wrong':
      return `key ${found.budgetId} keeps ${found.kept} spent, its charges say ${found.actual}`
    case 'budget_held_wrong':
      return `key ${found.budgetId} keeps ${found.kept} held, its open holds and reservations say ${found.actual}`
    case 'hold_transfers_wrong':
      return `hold ${found.holdId} was settled with ${found.due}, its transfers moved ${found.moved}`
    case 'usage_wrong':
      return `the usage in ${found.currency} tells ${FIGURES[found.figure]} of ${found.kept}, the ledger ${found.actual}: run usage recount`
    case 'hold_overdue':
      return `hold ${found.holdId} is open ${found.overdueSeconds} s past its life`
  }
}

/** The audit as rows and sentences. */
export const describeAudit = ({ figures, breaks }: AuditReport): AuditOutcome => ({
  figures: figuresOf(figures),
  breaks: breaks.map(describeBreak),
})
