import type { Hold, HoldState, ReleaseReason } from '../../domain/holds/hold.ts'
import type { Wallet } from '../../domain/ledger/account.ts'
import type { Budget } from '../../domain/ledger/state.ts'
import type { Json, Transfer, TransferKind } from '../../domain/ledger/transfer.ts'
import type { Currency } from '../../domain/money/money.ts'

/** Rows as the statements of `ledger-reads` select them, and the domain values they stand for. */
export interface WalletRow {
  readonly id: string
  readonly owner: string
  readonly currency: Currency
  readonly balance: bigint
  readonly held: bigint
  readonly suspended: boolean
}

export interface HoldRow {
  readonly id: string
  readonly wallet: string
  readonly currency: Currency
  readonly amount: bigint
  readonly state: HoldState
  readonly settled_amount: bigint | null
  readonly release_reason: ReleaseReason | null
  readonly reference: string
  readonly budget_id: string | null
  readonly instance: string | null
  readonly receipt: Json | null
}

export interface BudgetRow {
  readonly id: string
  readonly limit_amount: bigint | null
  readonly spent: bigint
  readonly held: bigint
}

export interface TransferRow {
  readonly id: string
  readonly kind: TransferKind
  readonly currency: Currency
  readonly debit: string
  readonly credit: string
  readonly amount: bigint
  readonly hold_id: string | null
  readonly reverses: string | null
  readonly balance_after: bigint | null
  readonly reference_kind: string
  readonly reference_id: string
  readonly description: string
  readonly operation_id: string | null
  readonly tariff_version: string | null
  readonly usage: Json | null
}

export const walletFrom = (row: WalletRow): Wallet => row

export const holdFrom = (row: HoldRow): Hold => ({
  id: row.id,
  walletId: row.wallet,
  currency: row.currency,
  amount: row.amount,
  state: row.state,
  settledAmount: row.settled_amount,
  releaseReason: row.release_reason,
  reference: row.reference,
  budgetId: row.budget_id,
  instance: row.instance,
  receipt: row.receipt,
})

export const budgetFrom = (row: BudgetRow): Budget => ({
  id: row.id,
  limit: row.limit_amount,
  spent: row.spent,
  held: row.held,
})

export const transferFrom = (row: TransferRow): Transfer => ({
  id: row.id,
  kind: row.kind,
  currency: row.currency,
  debit: row.debit,
  credit: row.credit,
  amount: row.amount,
  holdId: row.hold_id,
  reverses: row.reverses,
  balanceAfter: row.balance_after,
  reference: { kind: row.reference_kind, id: row.reference_id },
  description: row.description,
  operationId: row.operation_id,
  tariffVersion: row.tariff_version,
  usage: row.usage,
})
