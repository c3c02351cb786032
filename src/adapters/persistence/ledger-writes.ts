import { systemAccountOf } from '../../domain/ledger/account.ts'
import type { LedgerState, LedgerWrites } from '../../domain/ledger/state.ts'
import type { Transfer } from '../../domain/ledger/transfer.ts'
import type { Statement } from './batch-transactions.ts'
import { type Column, type WrittenRows, writtenRows } from './written-rows.ts'

/** One table's share of the statement. */
interface Part {
  readonly name: string
  readonly rows: WrittenRows
  readonly sql: (rows: string) => string
}

/**
 * The rows a decision was made on without a lock. Each is written over only if it is still like that; as every
 * row is returned, the count tells whether all were.
 */
type Guess = LedgerState | null

const WALLET: readonly Column<LedgerWrites['wallets'][number]>[] = [
  ['id', 'uuid', ({ id }) => id],
  ['balance', 'bigint', ({ balance }) => balance],
  ['held', 'bigint', ({ held }) => held],
  ['suspended', 'boolean', ({ suspended }) => String(suspended)],
]

const walletGuard = ({ wallets: was }: LedgerState): typeof WALLET => [
  ['was_balance', 'bigint', ({ id }) => was.get(id)?.balance ?? null],
  ['was_held', 'bigint', ({ id }) => was.get(id)?.held ?? null],
  ['was_suspended', 'boolean', ({ id }) => String(was.get(id)?.suspended ?? false)],
]

const walletsPart = (wallets: LedgerWrites['wallets'], guess: Guess): Part => ({
  name: 'w',
  rows: writtenRows(wallets, guess === null ? WALLET : [...WALLET, ...walletGuard(guess)]),
  sql: (rows) => `
    update accounts a set balance = x.balance, held = x.held, suspended = x.suspended, version = a.version + 1
      from ${rows} where a.id = x.id
    ${guess === null ? '' : 'and a.balance = x.was_balance and a.held = x.was_held and a.suspended = x.was_suspended'}
    returning 1`,
})

const BUDGET: readonly Column<LedgerWrites['budgets'][number]>[] = [
  ['id', 'uuid', ({ id }) => id],
  ['spent', 'bigint', ({ spent }) => spent],
  ['held', 'bigint', ({ held }) => held],
]

const budgetGuard = ({ budgets: was }: LedgerState): typeof BUDGET => [
  ['was_spent', 'bigint', ({ id }) => was.get(id)?.spent ?? null],
  ['was_held', 'bigint', ({ id }) => was.get(id)?.held ?? null],
  ['was_limit', 'bigint', ({ id }) => was.get(id)?.limit ?? null],
]

const budgetsPart = (budgets: LedgerWrites['budgets'], guess: Guess): Part => ({
  name: 'b',
  rows: writtenRows(budgets, guess === null ? BUDGET : [...BUDGET, ...budgetGuard(guess)]),
  sql: (rows) => `
    update budgets b set spent = x.spent, held = x.held from ${rows} where b.id = x.id
    ${guess === null ? '' : `and b.spent = x.was_spent and b.held = x.was_held and b.limit_amount is not distinct from x.was_limit`}
    returning 1`,
})

const NEW_HOLD: readonly Column<LedgerWrites['newHolds'][number]>[] = [
  ['id', 'uuid', ({ hold }) => hold.id],
  ['wallet', 'uuid', ({ hold }) => hold.walletId],
  ['currency', 'word', ({ hold }) => hold.currency],
  ['amount', 'bigint', ({ hold }) => hold.amount],
  ['state', 'word', ({ hold }) => hold.state],
  ['settled_amount', 'bigint', ({ hold }) => hold.settledAmount],
  ['release_reason', 'word', ({ hold }) => hold.releaseReason],
  ['reference', 'text', ({ hold }) => hold.reference],
  ['budget_id', 'uuid', ({ hold }) => hold.budgetId],
  ['instance', 'text', ({ hold }) => hold.instance],
  ['receipt', 'json', ({ hold }) => hold.receipt],
  ['life', 'double precision', ({ lifeSeconds }) => lifeSeconds],
]

const newHoldsPart = (newHolds: LedgerWrites['newHolds']): Part => ({
  name: 'h',
  rows: writtenRows(newHolds, NEW_HOLD),
  sql: (rows) => `
    insert into holds (id, wallet, currency, amount, state, settled_amount, release_reason, reference, budget_id,
                       instance, receipt, expires_at, ended_at)
    select x.id, x.wallet, x.currency, x.amount, x.state, x.settled_amount, x.release_reason, x.reference,
           x.budget_id, x.instance, x.receipt::jsonb, now() + x.life * interval '1 second',
           case when x.state <> 'held' then now() end
      from ${rows}`,
})

const ENDED_HOLD: readonly Column<LedgerWrites['endedHolds'][number]>[] = [
  ['id', 'uuid', ({ id }) => id],
  ['state', 'word', ({ state }) => state],
  ['settled_amount', 'bigint', ({ settledAmount }) => settledAmount],
  ['release_reason', 'word', ({ releaseReason }) => releaseReason],
  ['receipt', 'json', ({ receipt }) => receipt],
]

const endedHoldsPart = (holds: LedgerWrites['endedHolds'], guess: Guess): Part => ({
  name: 'e',
  rows: writtenRows(holds, ENDED_HOLD),
  // Whether a hold is still open is asked of `ended_at`: asking `state` would let the index of all open holds be walked.
  sql: (rows) => `
    update holds h set state = x.state, settled_amount = x.settled_amount, release_reason = x.release_reason,
           receipt = x.receipt::jsonb, ended_at = coalesce(h.ended_at, now())
      from ${rows} where h.id = x.id ${guess === null ? '' : 'and h.ended_at is null'} returning 1`,
})

const walletEnd = (transfer: Transfer): string | null =>
  [transfer.debit, transfer.credit].find((id) => systemAccountOf(id) === null) ?? null

const TRANSFER: readonly Column<Transfer>[] = [
  ['id', 'uuid', ({ id }) => id],
  ['kind', 'word', ({ kind }) => kind],
  ['currency', 'word', ({ currency }) => currency],
  ['debit', 'uuid', ({ debit }) => debit],
  ['credit', 'uuid', ({ credit }) => credit],
  ['wallet', 'uuid', walletEnd],
  ['amount', 'bigint', ({ amount }) => amount],
  ['hold_id', 'uuid', ({ holdId }) => holdId],
  ['reverses', 'uuid', ({ reverses }) => reverses],
  ['balance_after', 'bigint', ({ balanceAfter }) => balanceAfter],
  ['reference_kind', 'text', ({ reference }) => reference.kind],
  ['reference_id', 'text', ({ reference }) => reference.id],
  ['description', 'text', ({ description }) => description],
  ['operation_id', 'uuid', ({ operationId }) => operationId],
  ['tariff_version', 'text', ({ tariffVersion }) => tariffVersion],
  ['usage', 'json', ({ usage }) => usage],
]

const transfersPart = (transfers: LedgerWrites['transfers']): Part => ({
  name: 't',
  rows: writtenRows(transfers, TRANSFER),
  sql: (rows) => `
    insert into transfers (id, kind, currency, debit, credit, wallet, amount, hold_id, reverses, balance_after,
                           reference_kind, reference_id, description, operation_id, tariff_version, usage)
    select x.id, x.kind, x.currency, x.debit, x.credit, x.wallet, x.amount, x.hold_id, x.reverses, x.balance_after,
           x.reference_kind, x.reference_id, x.description, x.operation_id, x.tariff_version, x.usage::jsonb
      from ${rows}`,
})

const partsOf = (writes: LedgerWrites, guess: Guess): readonly Part[] => [
  ...(writes.wallets.length > 0 ? [walletsPart(writes.wallets, guess)] : []),
  ...(writes.budgets.length > 0 ? [budgetsPart(writes.budgets, guess)] : []),
  ...(writes.newHolds.length > 0 ? [newHoldsPart(writes.newHolds)] : []),
  ...(writes.endedHolds.length > 0 ? [endedHoldsPart(writes.endedHolds, guess)] : []),
  ...(writes.transfers.length > 0 ? [transfersPart(writes.transfers)] : []),
]

const GUARDED: ReadonlySet<string> = new Set(['w', 'b', 'e'])

const textOf = (parts: readonly Part[], isGuarded: boolean): string => {
  let first = 1
  const checks: string[] = []
  const expressions = parts.map(({ name, rows, sql }) => {
    const expression = `${name} as (${sql(rows.sql(first))})`
    if (isGuarded && GUARDED.has(name)) checks.push(`(select count(*) from ${name}) = ${rows.sizeSql(first)}`)
    first += rows.parameters.length
    return expression
  })
  const result = isGuarded ? `case when ${checks.join(' and ')} then 1 else ledger_stale() end` : '1 as written'
  return `with ${expressions.join(', ')} select ${result}`
}

/** There are few different texts, so each is made once here and prepared once there. */
const texts = new Map<string, string>()

const statementOf = (parts: readonly Part[], isGuarded: boolean): Statement => {
  const shape = parts.map(({ name, rows }) => name + (rows.isSingle ? '1' : '')).join('') + String(isGuarded)
  const text = texts.get(shape) ?? textOf(parts, isGuarded)
  texts.set(shape, text)
  return { text, values: parts.flatMap(({ rows }) => rows.parameters) }
}

/** All rows of a batch in one statement, or null when there is nothing to write. */
export const writeStatement = (writes: LedgerWrites): Statement | null => {
  const parts = partsOf(writes, null)
  return parts.length === 0 ? null : statementOf(parts, false)
}

/** Each row as it is after the batch, in id order: the order in which everybody locks them. */
const finalRows = <A extends { readonly id: string }>(before: Iterable<A>, after: readonly A[]): readonly A[] =>
  [...new Map([...before, ...after].map((each) => [each.id, each])).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Rows that a decision only looked at are guarded like those it changed. */
const withLookedAt = (writes: LedgerWrites, guess: LedgerState): LedgerWrites => ({
  ...writes,
  wallets: finalRows(guess.wallets.values(), writes.wallets),
  budgets: finalRows(guess.budgets.values(), writes.budgets),
})

/**
 * The same for a decision made on memory, without a lock: one exchange, one transaction. If any row is no longer as
 * it was remembered the statement fails as `ledger_stale` (SQLSTATE 40001) and has written nothing. Null when there
 * is nothing to write: then nothing would prove that the memory was right.
 */
export const guardedWriteStatement = (decided: LedgerWrites, guess: LedgerState): Statement | null => {
  if (decided.wallets.length === 0) return null
  return statementOf(partsOf(withLookedAt(decided, guess), guess), true)
}
