import type { LedgerCommand } from '../../../domain/ledger/command.ts'
import { isReservationCommand } from '../../../domain/ledger/reservation-command.ts'
import { systemAccountOf } from '../../../domain/ledger/account.ts'
import type { Wallet } from '../../../domain/ledger/account.ts'
import type { Hold, ReleaseReason } from '../../../domain/ledger/hold.ts'
import type { Budget } from '../../../domain/ledger/budget.ts'
import type { PeriodLength } from '../../../domain/ledger/spend-period.ts'
import type { LedgerState } from '../../../domain/ledger/state.ts'
import { referenceText } from '../../../domain/ledger/transfer.ts'
import type { Reference, Transfer } from '../../../domain/ledger/transfer.ts'
import { writeoffIdOf } from '../../../domain/ledger/record-charge.ts'
import type { ReadMore, Rows, Statement } from '../engine/batch-transactions.ts'
import { receiptFrom, referenceFrom } from './ledger-codecs.ts'
import { reservationReads, reservationState } from './reservation-reads.ts'
import { plainArray, textArray } from '../sql/array-literal.ts'
import { columnOfState } from '../sql/column-of-state.ts'

/**
 * By id alone: a second condition would let a planner that has seen only small tables take another index
 * and read every wallet. System accounts have no owner and are dropped afterwards.
 */
const LOCK_WALLETS = `
  select id, owner, currency, balance, held, reserved, suspended from accounts
   where id = any($1::text::uuid[])
   order by id for no key update`

const READ_HOLDS = `
  select id, wallet as "walletId", currency, amount, state, settled_amount as "settledAmount",
         release_reason as "releaseReason", reference, budget_id as "budgetId", instance, receipt,
         reservation, taken
    from holds where id = any($1::text::uuid[])`

const LOCK_BUDGETS = `
  select id, limit_amount as "limit", spent, held, period, time_zone as "timeZone", period_spent as "periodSpent",
         period_ends_at as "periodEndsAt"
    from budgets
   where id = any(
     $1::text::uuid[] || array(select budget_id from holds where id = any($2::text::uuid[]) and budget_id is not null))
   order by id for no key update`

const READ_TRANSFERS = `
  select id, kind, currency, debit, credit, amount, hold_id as "holdId", reverses, balance_after as "balanceAfter",
         reference_kind as "referenceKind", reference_id as "referenceId", description, operation_id as "operationId",
         tariff_version as "tariffVersion", usage
    from transfers where id = any($1::text::uuid[])`

const READ_REFUNDED = `
  select reverses, sum(amount)::bigint as refunded from transfers where reverses = any($1::text::uuid[]) group by reverses`

const READ_REFERENCES = `select id, reference from holds where reference = any($1::text::text[])`

type AccountRow = Wallet | { readonly id: string; readonly owner: null }

interface HoldRow extends Omit<Hold, 'settledAmount' | 'releaseReason' | 'reference' | 'receipt' | 'taken'> {
  readonly settledAmount: bigint | null
  readonly releaseReason: ReleaseReason | null
  readonly reservation: string | null
  readonly taken: bigint | null
  readonly reference: string
  readonly receipt: unknown
}

const holdFrom = (row: HoldRow): Hold => {
  const { id, walletId, currency, amount, state, budgetId, instance, reservation, taken } = row
  const terms = {
    id,
    walletId,
    currency,
    amount,
    reference: referenceFrom(row.reference),
    budgetId,
    instance,
    taken: reservation === null || taken === null ? null : { reservationId: reservation, amount: taken },
  }
  const settledAmount = null
  const releaseReason = null
  const receipt = receiptFrom(row.receipt)
  switch (state) {
    case 'held':
      return { ...terms, state, settledAmount, releaseReason, receipt: null }
    case 'settled':
      return { ...terms, state, settledAmount: columnOfState(row.settledAmount, `hold ${id}`), releaseReason, receipt }
    case 'released':
      return { ...terms, state, settledAmount, releaseReason: columnOfState(row.releaseReason, `hold ${id}`), receipt }
  }
}

interface BudgetRow extends Omit<Budget, 'period'> {
  readonly period: PeriodLength | null
  readonly timeZone: string
  readonly periodSpent: bigint
  readonly periodEndsAt: Date | null
}

const budgetFrom = ({ period: length, timeZone, periodSpent, periodEndsAt, ...budget }: BudgetRow): Budget => ({
  ...budget,
  period:
    length === null || periodEndsAt === null
      ? null
      : { length, timeZone, spent: periodSpent, endsAtMs: periodEndsAt.getTime() },
})

interface TransferRow extends Omit<Transfer, 'reference'> {
  readonly referenceKind: Reference['kind']
  readonly referenceId: Reference['id']
}

const transferFrom = ({ referenceKind: kind, referenceId: id, ...transfer }: TransferRow): Transfer => ({
  ...transfer,
  reference: { kind, id },
})

/**
 * What every batch reads: wallets locked in id order, then holds, then budgets locked in id order.
 * The locks on the wallets come first, so that what the later statements see can no longer change.
 */
export const firstReads = (commands: readonly LedgerCommand[]): readonly Statement[] => {
  const wallets = new Set<string>()
  const holds = new Set<string>()
  const ending = new Set<string>()
  const budgets = new Set<string>()
  for (const command of commands) {
    if (command.tag === 'transfer') {
      if (systemAccountOf(command.debit) === null) wallets.add(command.debit)
      if (systemAccountOf(command.credit) === null) wallets.add(command.credit)
      continue
    }
    wallets.add(command.walletId)
    if (isReservationCommand(command)) {
      budgets.add(command.budgetId)
      if (command.tag === 'capture') holds.add(command.holdId)
      continue
    }
    holds.add(command.holdId)
    if (command.tag !== 'place_hold') ending.add(command.holdId)
    else if (command.budgetId !== null) budgets.add(command.budgetId)
  }
  return [
    { text: LOCK_WALLETS, values: [plainArray(wallets)] },
    { text: READ_HOLDS, values: [plainArray(holds)] },
    { text: LOCK_BUDGETS, values: [plainArray(budgets), plainArray(ending)] },
    ...reservationReads(commands),
  ]
}

interface SecondReads {
  readonly transfers: Statement | null
  readonly refunded: Statement | null
  readonly references: Statement | null
}

/**
 * What few batches need: transfers of earlier settles and of the movements named, none for a settle whose hold is open.
 * References are asked for only where a refusal by the unique index would abort more than the command itself.
 */
const secondReads = (
  commands: readonly LedgerCommand[],
  holds: ReadonlyMap<string, Hold>,
  withReferences: boolean,
): SecondReads => {
  const transfers = new Set<string>()
  const reversed = new Set<string>()
  const references = new Set<string>()
  for (const command of commands) {
    if (command.tag === 'transfer') {
      transfers.add(command.transferId)
      if (command.reverses !== null) reversed.add(command.reverses)
    } else if (command.tag === 'settle' || command.tag === 'capture') {
      const hold = holds.get(command.holdId)
      if (hold !== undefined && hold.state !== 'held') transfers.add(hold.id).add(writeoffIdOf(hold.id))
    }
    if ((command.tag === 'place_hold' || command.tag === 'capture') && withReferences)
      references.add(referenceText(command.reference))
  }
  const read = [...transfers, ...reversed]
  return {
    transfers: read.length === 0 ? null : { text: READ_TRANSFERS, values: [plainArray(read)] },
    refunded: reversed.size === 0 ? null : { text: READ_REFUNDED, values: [plainArray(reversed)] },
    references: references.size === 0 ? null : { text: READ_REFERENCES, values: [textArray(references)] },
  }
}

/** Builds the state `applyBatch` decides on from the rows of `firstReads`, reading more where it must. */
export const loadState = async (
  commands: readonly LedgerCommand[],
  [walletRows = [], holdRows = [], budgetRows = [], ...reservationRows]: readonly Rows[],
  more: ReadMore,
  withReferences: boolean,
): Promise<LedgerState> => {
  const wallets = new Map<string, Wallet>()
  const holds = new Map<string, Hold>()
  const budgets = new Map<string, Budget>()
  const references = new Map<string, string>()
  for (const row of walletRows as unknown as readonly AccountRow[]) if (row.owner !== null) wallets.set(row.id, row)
  for (const row of holdRows as unknown as readonly HoldRow[]) {
    holds.set(row.id, holdFrom(row))
    references.set(row.reference, row.id)
  }
  for (const row of budgetRows as unknown as readonly BudgetRow[]) budgets.set(row.id, budgetFrom(row))

  const transfers = new Map<string, Transfer>()
  const refunded = new Map<string, bigint>()
  const reads = secondReads(commands, holds, withReferences)
  const statements = [reads.transfers, reads.refunded, reads.references].filter((each) => each !== null)
  if (statements.length > 0) {
    const found = [...(await more(statements))]
    const transferRows = reads.transfers === null ? [] : found.shift()
    const refundedRows = reads.refunded === null ? [] : found.shift()
    const referenceRows = reads.references === null ? [] : found.shift()
    for (const row of transferRows as unknown as readonly TransferRow[]) transfers.set(row.id, transferFrom(row))
    for (const row of refundedRows as unknown as readonly { readonly reverses: string; readonly refunded: bigint }[]) {
      refunded.set(row.reverses, row.refunded)
    }
    for (const row of referenceRows as unknown as readonly Pick<HoldRow, 'id' | 'reference'>[]) {
      references.set(row.reference, row.id)
    }
  }
  return { wallets, holds, budgets, transfers, references, refunded, ...reservationState(reservationRows) }
}
