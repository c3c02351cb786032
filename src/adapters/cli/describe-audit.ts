import type { AuditReport } from '../../application/billing/wallets/audit-ledger.ts'
import type { CurrencyFigures, LedgerViolation, LedgerFigures } from '../../domain/ledger/audit.ts'
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

const figuresOf = (figures: LedgerFigures): readonly AuditFigure[] => [
  { name: 'wallets', value: String(figures.wallets) },
  { name: 'transfers', value: String(figures.transfers) },
  { name: 'open holds', value: String(figures.openHolds) },
  ...figures.currencies.flatMap(currencyFigures),
  { name: 'answers possibly unpaid', value: String(figures.possiblyUnpaidCount) },
  ...figures.possiblyUnpaid.map(({ holdId, reason, endedAt }) => ({
    name: `  hold ${holdId}`,
    value: `${reason} at ${endedAt.toISOString()}`,
  })),
]

/** One sentence for the operator; amounts in micro-units, as the database has them. */
const describeBreak = (found: LedgerViolation): string => {
  switch (found.tag) {
    case 'currency_not_balanced':
      return `the accounts in ${found.currency} sum to ${found.sum} and not to zero`
    case 'wallet_balance_wrong':
      return `wallet ${found.walletId} keeps a balance of ${found.kept}, its transfers say ${found.actual}`
    case 'wallet_held_wrong':
      return `wallet ${found.walletId} keeps ${found.kept} held, its open holds say ${found.actual}`
    case 'wallet_overdrawn':
      return `wallet ${found.walletId} has ${found.balance} and holds ${found.held}`
    case 'budget_spent_wrong':
      return `key ${found.budgetId} keeps ${found.kept} spent, its charges say ${found.actual}`
    case 'budget_held_wrong':
      return `key ${found.budgetId} keeps ${found.kept} held, its open holds say ${found.actual}`
    case 'hold_transfers_wrong':
      return `hold ${found.holdId} was settled with ${found.due}, its transfers moved ${found.moved}`
    case 'hold_overdue':
      return `hold ${found.holdId} is open ${found.overdueSeconds} s past its life`
  }
}

/** The audit as rows and sentences. */
export const describeAudit = ({ figures, breaks }: AuditReport): AuditOutcome => ({
  figures: figuresOf(figures),
  breaks: breaks.map(describeBreak),
})
