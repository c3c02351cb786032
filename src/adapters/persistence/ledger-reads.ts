import type { LedgerCommand } from '../../domain/ledger/command.ts'
import { systemAccountOf } from '../../domain/ledger/account.ts'
import { writeoffIdOf } from '../../domain/ledger/derived-id.ts'
import type { Hold } from '../../domain/holds/hold.ts'
import { plainArray, textArray } from './array-literal.ts'
import type { Statement } from './batch-transactions.ts'

/**
 * By id alone: a second condition would let a planner that has seen only small tables take another index
 * and read every wallet. System accounts have no owner and are dropped afterwards.
 */
const LOCK_WALLETS = `
  select id, owner, currency, balance, held, suspended from accounts
   where id = any($1::text::uuid[])
   order by id for no key update`

const READ_HOLDS = `
  select id, wallet, currency, amount, state, settled_amount, release_reason, reference, budget_id, instance, receipt
    from holds where id = any($1::text::uuid[])`

const LOCK_BUDGETS = `
  select id, limit_amount, spent, held from budgets
   where id = any(
     $1::text::uuid[] || array(select budget_id from holds where id = any($2::text::uuid[]) and budget_id is not null))
   order by id for no key update`

const READ_TRANSFERS = `
  select id, kind, currency, debit, credit, amount, hold_id, reverses, balance_after, reference_kind, reference_id,
         description, operation_id, tariff_version, usage
    from transfers where id = any($1::text::uuid[])`

const READ_REFUNDED = `
  select reverses, sum(amount)::bigint as refunded from transfers where reverses = any($1::text::uuid[]) group by reverses`

const READ_REFERENCES = `select id, reference from holds where reference = any($1::text::text[])`

const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)]

const walletsOf = (command: LedgerCommand): readonly string[] =>
  command.tag === 'transfer'
    ? [command.debit, command.credit].filter((id) => systemAccountOf(id) === null)
    : [command.walletId]

/**
 * What every batch reads: wallets locked in id order, then holds, then budgets locked in id order.
 * The locks on the wallets come first, so that what the later statements see can no longer change.
 */
export const firstReads = (commands: readonly LedgerCommand[]): readonly Statement[] => {
  const wallets = plainArray(distinct(commands.flatMap(walletsOf)))
  const holds = plainArray(distinct(commands.flatMap((each) => (each.tag === 'transfer' ? [] : [each.holdId]))))
  const ending = plainArray(
    distinct(commands.flatMap((each) => (each.tag === 'settle' || each.tag === 'release' ? [each.holdId] : []))),
  )
  const budgets = plainArray(
    distinct(commands.flatMap((each) => (each.tag === 'place_hold' && each.budgetId !== null ? [each.budgetId] : []))),
  )
  return [
    { text: LOCK_WALLETS, values: [wallets] },
    { text: READ_HOLDS, values: [holds] },
    { text: LOCK_BUDGETS, values: [budgets, ending] },
  ]
}

/** Transfers of earlier settles and of the movements named; none for a settle whose hold is open. */
const transfersNeeded = (commands: readonly LedgerCommand[], holds: ReadonlyMap<string, Hold>): readonly string[] =>
  commands.flatMap((command) => {
    switch (command.tag) {
      case 'transfer':
        return command.reverses === null ? [command.transferId] : [command.transferId, command.reverses]
      case 'settle': {
        const hold = holds.get(command.holdId)
        const isEnded = hold !== undefined && hold.state !== 'held'
        return isEnded ? [hold.id, writeoffIdOf(hold.id)] : []
      }
      case 'place_hold':
      case 'release':
        return []
    }
  })

export interface SecondReads {
  readonly transfers: Statement | null
  readonly refunded: Statement | null
  readonly references: Statement | null
}

/**
 * What few batches need. References are asked for only where a refusal by the unique index would abort
 * more than the command itself.
 */
export const secondReads = (
  commands: readonly LedgerCommand[],
  holds: ReadonlyMap<string, Hold>,
  withReferences: boolean,
): SecondReads => {
  const transfers = distinct(transfersNeeded(commands, holds))
  const reversed = commands.flatMap((each) =>
    each.tag === 'transfer' && each.reverses !== null ? [each.reverses] : [],
  )
  const references = withReferences
    ? commands.flatMap((each) => (each.tag === 'place_hold' ? [each.reference] : []))
    : []
  return {
    transfers: transfers.length === 0 ? null : { text: READ_TRANSFERS, values: [plainArray(transfers)] },
    refunded: reversed.length === 0 ? null : { text: READ_REFUNDED, values: [plainArray(distinct(reversed))] },
    references: references.length === 0 ? null : { text: READ_REFERENCES, values: [textArray(distinct(references))] },
  }
}
