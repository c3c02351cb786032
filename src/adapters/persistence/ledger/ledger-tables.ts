import type { Columns } from './written-rows.ts'

/** How a statement writes rows of one table. */
export interface WrittenTable {
  /** The name of its part of the statement. */
  readonly name: string
  readonly columns: Columns
  /** Whether a row is written over only if it is still as expected, so that the rows written must be counted. */
  readonly isGuarded: boolean
  /** Writes the rows that stand in the statement as `rows`. */
  readonly sql: (rows: string) => string
}

/** A table whose rows are written over: under their locks, or guarded by what they are expected to be. */
interface OverwrittenTable {
  readonly locked: WrittenTable
  readonly guarded: WrittenTable
}

const overwritten = (
  name: string,
  columns: Columns,
  expected: Columns,
  sql: (rows: string) => string,
  guard: string,
): OverwrittenTable => ({
  locked: { name, columns, isGuarded: false, sql: (rows) => `${sql(rows)} returning 1` },
  guarded: {
    name,
    columns: [...columns, ...expected],
    isGuarded: true,
    sql: (rows) => `${sql(rows)} and ${guard} returning 1`,
  },
})

export const WALLETS = overwritten(
  'w',
  [
    ['id', 'uuid'],
    ['balance', 'bigint'],
    ['held', 'bigint'],
    ['suspended', 'boolean'],
    ['reserved', 'bigint'],
  ],
  [
    ['was_balance', 'bigint'],
    ['was_held', 'bigint'],
    ['was_suspended', 'boolean'],
    ['was_reserved', 'bigint'],
  ],
  (rows) => `
    update accounts a set balance = x.balance, held = x.held, suspended = x.suspended, reserved = x.reserved,
           version = a.version + 1
      from ${rows} where a.id = x.id`,
  'a.balance = x.was_balance and a.held = x.was_held and a.suspended = x.was_suspended and a.reserved = x.was_reserved',
)

export const BUDGETS = overwritten(
  'b',
  [
    ['id', 'uuid'],
    ['spent', 'bigint'],
    ['held', 'bigint'],
    ['period_spent', 'bigint'],
    ['period_ends_at', 'timestamptz'],
  ],
  [
    ['was_spent', 'bigint'],
    ['was_held', 'bigint'],
    ['was_limit', 'bigint'],
    ['was_period', 'word'],
    ['was_time_zone', 'word'],
    ['was_ends_at', 'timestamptz'],
  ],
  (rows) => `
    update budgets b set spent = x.spent, held = x.held, period_spent = x.period_spent,
           period_ends_at = x.period_ends_at
      from ${rows} where b.id = x.id`,
  `b.spent = x.was_spent and b.held = x.was_held and b.limit_amount is not distinct from x.was_limit
    and b.period is not distinct from x.was_period and b.period_ends_at is not distinct from x.was_ends_at
    and (b.period is null or b.time_zone = x.was_time_zone)`,
)

/**
 * Where `ended_in` has a value, a process of an earlier release wrote the end, and a trigger counts it in the usage.
 */
export const NEW_HOLDS: WrittenTable = {
  name: 'h',
  columns: [
    ['id', 'uuid'],
    ['wallet', 'uuid'],
    ['currency', 'word'],
    ['amount', 'bigint'],
    ['state', 'word'],
    ['settled_amount', 'bigint'],
    ['release_reason', 'word'],
    ['reference', 'text'],
    ['budget_id', 'uuid'],
    ['instance', 'text'],
    ['receipt', 'json'],
    ['life', 'double precision'],
    ['reservation', 'uuid'],
    ['taken', 'bigint'],
    ['began', 'timestamptz'],
  ],
  isGuarded: false,
  sql: (rows) => `
    insert into holds (id, wallet, currency, amount, state, settled_amount, release_reason, reference, budget_id,
                       instance, receipt, expires_at, ended_at, reservation, taken, created_at, ended_in)
    select x.id, x.wallet, x.currency, x.amount, x.state, x.settled_amount, x.release_reason, x.reference,
           x.budget_id, x.instance, x.receipt::jsonb,
           coalesce(now() + x.life * interval '1 second', 'infinity'),
           case when x.state <> 'held' then now() end, x.reservation, x.taken, coalesce(x.began, now()), null
      from ${rows}`,
}

/**
 * Whether a hold is still open is asked of `ended_at`: asking `state` would let the server walk the index of all open
 * holds.
 */
export const ENDED_HOLDS = overwritten(
  'e',
  [
    ['id', 'uuid'],
    ['state', 'word'],
    ['settled_amount', 'bigint'],
    ['release_reason', 'word'],
    ['receipt', 'json'],
  ],
  [],
  (rows) => `
    update holds h set state = x.state, settled_amount = x.settled_amount, release_reason = x.release_reason,
           receipt = coalesce(h.receipt, x.receipt::jsonb), ended_at = coalesce(h.ended_at, now())
      from ${rows} where h.id = x.id`,
  'h.ended_at is null',
)

/** New ones, and those that were read under the lock of their wallet. */
export const RESERVATIONS: WrittenTable = {
  name: 'r',
  columns: [
    ['id', 'uuid'],
    ['wallet', 'uuid'],
    ['currency', 'word'],
    ['budget_id', 'uuid'],
    ['instance', 'text'],
    ['granted', 'bigint'],
    ['captured', 'bigint'],
    ['returned', 'bigint'],
    ['ended', 'boolean'],
  ],
  isGuarded: false,
  sql: (rows) => `
    insert into reservations (id, wallet, currency, budget_id, instance, granted, captured, returned, ended_at)
    select x.id, x.wallet, x.currency, x.budget_id, x.instance, x.granted, x.captured, x.returned,
           case when x.ended then now() end
      from ${rows}
        on conflict (id) do update set granted = excluded.granted, captured = excluded.captured,
           returned = excluded.returned, ended_at = coalesce(reservations.ended_at, excluded.ended_at)`,
}

export const TRANSFERS: WrittenTable = {
  name: 't',
  columns: [
    ['id', 'uuid'],
    ['kind', 'word'],
    ['currency', 'word'],
    ['debit', 'uuid'],
    ['credit', 'uuid'],
    ['wallet', 'uuid'],
    ['amount', 'bigint'],
    ['hold_id', 'uuid'],
    ['reverses', 'uuid'],
    ['balance_after', 'bigint'],
    ['reference_kind', 'text'],
    ['reference_id', 'text'],
    ['description', 'text'],
    ['operation_id', 'uuid'],
    ['tariff_version', 'text'],
    ['usage', 'json'],
  ],
  isGuarded: false,
  sql: (rows) => `
    insert into transfers (id, kind, currency, debit, credit, wallet, amount, hold_id, reverses, balance_after,
                           reference_kind, reference_id, description, operation_id, tariff_version, usage)
    select x.id, x.kind, x.currency, x.debit, x.credit, x.wallet, x.amount, x.hold_id, x.reverses, x.balance_after,
           x.reference_kind, x.reference_id, x.description, x.operation_id, x.tariff_version, x.usage::jsonb
      from ${rows}`,
}

/** What a worker will add to the hours of the usage. The server stores it as it comes, and reads nothing in it. */
export const USAGE_BATCHES: WrittenTable = {
  name: 'u',
  columns: [
    ['groups', 'text'],
    ['changes', 'text'],
  ],
  isGuarded: false,
  sql: (rows) => `insert into usage_batches (groups, changes) select x.groups, x.changes from ${rows}`,
}

/** Wallets at which a worker will look, because their balances fell and no usage tells it. */
export const DEBITED_WALLETS: WrittenTable = {
  name: 'd',
  columns: [['wallet', 'uuid']],
  isGuarded: false,
  sql: (rows) => `insert into debited_wallets (wallet) select x.wallet from ${rows}`,
}
