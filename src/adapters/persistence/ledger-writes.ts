import { systemAccountOf } from '../../domain/ledger/account.ts'
import type { LedgerState, LedgerWrites } from '../../domain/ledger/state.ts'
import type { Transfer } from '../../domain/ledger/transfer.ts'
import { jsonArray, plainArray, textArray } from './array-literal.ts'
import type { Statement } from './batch-transactions.ts'

/** One table's share of the statement: array columns, and SQL that writes from them as the rows `x`. */
interface Part {
  readonly name: string
  readonly columns: readonly (readonly [name: string, type: string, literal: string])[]
  readonly sql: (rows: string) => string
}

/**
 * The rows a decision was made on without a lock. Each is written over only if it is still like that; as every
 * row is returned, the count tells whether all were.
 */
type Guess = LedgerState | null

const walletsPart = (wallets: LedgerWrites['wallets'], guess: Guess): Part => ({
  name: 'w',
  columns: [
    ['id', 'uuid', plainArray(wallets.map((each) => each.id))],
    ['balance', 'bigint', plainArray(wallets.map((each) => each.balance))],
    ['held', 'bigint', plainArray(wallets.map((each) => each.held))],
    ...(guess === null ? [] : walletGuard(wallets, guess)),
  ],
  sql: (rows) => `
    update accounts a set balance = x.balance, held = x.held, version = a.version + 1 from ${rows} where a.id = x.id
    ${guess === null ? '' : 'and a.balance = x.was_balance and a.held = x.was_held'} returning 1`,
})

const walletGuard = (wallets: LedgerWrites['wallets'], { wallets: was }: LedgerState): Part['columns'] => [
  ['was_balance', 'bigint', plainArray(wallets.map(({ id }) => was.get(id)?.balance ?? null))],
  ['was_held', 'bigint', plainArray(wallets.map(({ id }) => was.get(id)?.held ?? null))],
]

const budgetsPart = (budgets: LedgerWrites['budgets'], guess: Guess): Part => ({
  name: 'b',
  columns: [
    ['id', 'uuid', plainArray(budgets.map((each) => each.id))],
    ['spent', 'bigint', plainArray(budgets.map((each) => each.spent))],
    ['held', 'bigint', plainArray(budgets.map((each) => each.held))],
    ...(guess === null ? [] : budgetGuard(budgets, guess)),
  ],
  sql: (rows) => `
    update budgets b set spent = x.spent, held = x.held from ${rows} where b.id = x.id
    ${guess === null ? '' : `and b.spent = x.was_spent and b.held = x.was_held and b.limit_amount is not distinct from x.was_limit`}
    returning 1`,
})

const budgetGuard = (budgets: LedgerWrites['budgets'], { budgets: was }: LedgerState): Part['columns'] => [
  ['was_spent', 'bigint', plainArray(budgets.map(({ id }) => was.get(id)?.spent ?? null))],
  ['was_held', 'bigint', plainArray(budgets.map(({ id }) => was.get(id)?.held ?? null))],
  ['was_limit', 'bigint', plainArray(budgets.map(({ id }) => was.get(id)?.limit ?? null))],
]

const newHoldsPart = (newHolds: LedgerWrites['newHolds']): Part => {
  const holds = newHolds.map(({ hold }) => hold)
  return {
    name: 'h',
    columns: [
      ['id', 'uuid', plainArray(holds.map((each) => each.id))],
      ['wallet', 'uuid', plainArray(holds.map((each) => each.walletId))],
      ['currency', 'text', plainArray(holds.map((each) => each.currency))],
      ['amount', 'bigint', plainArray(holds.map((each) => each.amount))],
      ['state', 'text', plainArray(holds.map((each) => each.state))],
      ['settled_amount', 'bigint', plainArray(holds.map((each) => each.settledAmount))],
      ['release_reason', 'text', plainArray(holds.map((each) => each.releaseReason))],
      ['reference', 'text', textArray(holds.map((each) => each.reference))],
      ['budget_id', 'uuid', plainArray(holds.map((each) => each.budgetId))],
      ['instance', 'text', textArray(holds.map((each) => each.instance))],
      ['receipt', 'text', jsonArray(holds.map((each) => each.receipt))],
      ['life', 'double precision', plainArray(newHolds.map((each) => each.lifeSeconds))],
    ],
    sql: (rows) => `
      insert into holds (id, wallet, currency, amount, state, settled_amount, release_reason, reference, budget_id,
                         instance, receipt, expires_at, ended_at)
      select x.id, x.wallet, x.currency, x.amount, x.state, x.settled_amount, x.release_reason, x.reference,
             x.budget_id, x.instance, x.receipt::jsonb, now() + x.life * interval '1 second',
             case when x.state <> 'held' then now() end
        from ${rows}`,
  }
}

const endedHoldsPart = (holds: LedgerWrites['endedHolds'], guess: Guess): Part => ({
  name: 'e',
  columns: [
    ['id', 'uuid', plainArray(holds.map((each) => each.id))],
    ['state', 'text', plainArray(holds.map((each) => each.state))],
    ['settled_amount', 'bigint', plainArray(holds.map((each) => each.settledAmount))],
    ['release_reason', 'text', plainArray(holds.map((each) => each.releaseReason))],
    ['receipt', 'text', jsonArray(holds.map((each) => each.receipt))],
  ],
  // Whether a hold is still open is asked of `ended_at`: asking `state` would let the index of all open holds be walked.
  sql: (rows) => `
    update holds h set state = x.state, settled_amount = x.settled_amount, release_reason = x.release_reason,
           receipt = x.receipt::jsonb, ended_at = coalesce(h.ended_at, now())
      from ${rows} where h.id = x.id ${guess === null ? '' : 'and h.ended_at is null'} returning 1`,
})

const walletEnd = (transfer: Transfer): string | null =>
  [transfer.debit, transfer.credit].find((id) => systemAccountOf(id) === null) ?? null

const transfersPart = (transfers: LedgerWrites['transfers']): Part => ({
  name: 't',
  columns: [
    ['id', 'uuid', plainArray(transfers.map((each) => each.id))],
    ['kind', 'text', plainArray(transfers.map((each) => each.kind))],
    ['currency', 'text', plainArray(transfers.map((each) => each.currency))],
    ['debit', 'uuid', plainArray(transfers.map((each) => each.debit))],
    ['credit', 'uuid', plainArray(transfers.map((each) => each.credit))],
    ['wallet', 'uuid', plainArray(transfers.map(walletEnd))],
    ['amount', 'bigint', plainArray(transfers.map((each) => each.amount))],
    ['hold_id', 'uuid', plainArray(transfers.map((each) => each.holdId))],
    ['reverses', 'uuid', plainArray(transfers.map((each) => each.reverses))],
    ['balance_after', 'bigint', plainArray(transfers.map((each) => each.balanceAfter))],
    ['reference_kind', 'text', textArray(transfers.map((each) => each.reference.kind))],
    ['reference_id', 'text', textArray(transfers.map((each) => each.reference.id))],
    ['description', 'text', textArray(transfers.map((each) => each.description))],
    ['operation_id', 'uuid', plainArray(transfers.map((each) => each.operationId))],
    ['tariff_version', 'text', textArray(transfers.map((each) => each.tariffVersion))],
    ['usage', 'text', jsonArray(transfers.map((each) => each.usage))],
  ],
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
  let parameters = 0
  const checks: string[] = []
  const expressions = parts.map(({ name, columns, sql }) => {
    const first = parameters + 1
    const arrays = columns.map(([, type]) => `$${(parameters += 1)}::text::${type}[]`)
    if (isGuarded && GUARDED.has(name))
      checks.push(`(select count(*) from ${name}) = cardinality($${first}::text::uuid[])`)
    return `${name} as (${sql(`unnest(${arrays.join(', ')}) as x (${columns.map(([column]) => column).join(', ')})`)})`
  })
  const result = isGuarded ? `case when ${checks.join(' and ')} then 1 else ledger_stale() end` : '1 as written'
  return `with ${expressions.join(', ')} select ${result}`
}

/** There are few different texts, one a combination of tables, so each is made once here and prepared once there. */
const texts = new Map<string, string>()

const statementOf = (parts: readonly Part[], isGuarded: boolean): Statement => {
  const shape = `${parts.map(({ name }) => name).join('')} ${isGuarded}`
  const text = texts.get(shape) ?? textOf(parts, isGuarded)
  texts.set(shape, text)
  return { text, values: parts.flatMap(({ columns }) => columns.map(([, , literal]) => literal)) }
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
