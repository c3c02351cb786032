import type { LedgerCommand } from '../../domain/ledger/command.ts'
import type { LedgerState } from '../../domain/ledger/state.ts'
import type { ReadMore, Rows } from './batch-transactions.ts'
import { secondReads } from './ledger-reads.ts'
import {
  type BudgetRow,
  budgetFrom,
  type HoldRow,
  holdFrom,
  type TransferRow,
  transferFrom,
  type WalletRow,
  walletFrom,
} from './ledger-rows.ts'

const byId = <R, A extends { readonly id: string }>(rows: Rows | undefined, from: (row: R) => A): Map<string, A> =>
  new Map((rows ?? []).map((row) => from(row as R)).map((value) => [value.id, value]))

/** Builds the state `applyBatch` decides on from the rows of `firstReads`, reading more where it must. */
export const loadState = async (
  commands: readonly LedgerCommand[],
  [walletRows, holdRows, budgetRows]: readonly Rows[],
  more: ReadMore,
  withReferences: boolean,
): Promise<LedgerState> => {
  const holds = byId<HoldRow, ReturnType<typeof holdFrom>>(holdRows, holdFrom)
  const { transfers, refunded, references } = secondReads(commands, holds, withReferences)
  const statements = [transfers, refunded, references].filter((statement) => statement !== null)
  const answers = statements.length === 0 ? [] : await more(statements)
  const rowsOf = (statement: (typeof statements)[number] | null): Rows =>
    statement === null ? [] : (answers[statements.indexOf(statement)] ?? [])
  const referenceRows = rowsOf(references) as readonly { readonly id: string; readonly reference: string }[]
  const refundedRows = rowsOf(refunded) as readonly { readonly reverses: string; readonly refunded: bigint }[]
  return {
    wallets: byId<WalletRow, ReturnType<typeof walletFrom>>(
      walletRows?.filter((row) => row['owner'] !== null),
      walletFrom,
    ),
    holds,
    budgets: byId<BudgetRow, ReturnType<typeof budgetFrom>>(budgetRows, budgetFrom),
    transfers: byId<TransferRow, ReturnType<typeof transferFrom>>(rowsOf(transfers), transferFrom),
    references: new Map([
      ...[...holds.values()].map((hold) => [hold.reference, hold.id] as const),
      ...referenceRows.map((row) => [row.reference, row.id] as const),
    ]),
    refunded: new Map(refundedRows.map((row) => [row.reverses, row.refunded])),
  }
}
