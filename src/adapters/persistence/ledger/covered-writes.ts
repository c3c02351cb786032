import { systemAccountId } from '../../../domain/ledger/account.ts'
import { FARTHEST_END_MS } from '../../../domain/ledger/spend-period.ts'
import { CURRENCIES } from '../../../domain/money/money.ts'
import type { CoveredWrites } from '../../../domain/ledger/captures/covered-captures.ts'
import type { Wallet } from '../../../domain/ledger/account.ts'
import type { Rows } from '../engine/batch-transactions.ts'
import type { Part } from './ledger-statement.ts'
import { USAGE_BATCHES } from './ledger-tables.ts'
import type { WrittenTable } from './ledger-tables.ts'
import { coveredCallRows, usageRows } from './new-rows.ts'

/** Wallets that pay out of what is reserved on them. What is available stays the same, so no balance is read. */
const PAYING_WALLETS: WrittenTable = {
  name: 'w',
  columns: [
    ['id', 'uuid'],
    ['paid', 'bigint'],
  ],
  isGuarded: true,
  sql: (rows) => `
    update accounts a set balance = a.balance - x.paid, held = a.held - x.paid, reserved = a.reserved - x.paid,
           version = a.version + 1
      from ${rows} where a.id = x.id
    returning a.id, a.balance, a.held, a.reserved, a.suspended, x.paid`,
}

/** The twin in SQL of `isRunningUntil`. */
const FARTHEST_END = Object.entries(FARTHEST_END_MS)
  .map(([length, ms]) => `when '${length}' then interval '${ms / 1000} seconds'`)
  .join(' ')

/**
 * Keys that are charged out of what they hold. If the key's period does not run, no row matches and the batch is
 * decided again.
 */
const CHARGED_BUDGETS: WrittenTable = {
  name: 'b',
  columns: [
    ['id', 'uuid'],
    ['charged', 'bigint'],
    ['decided_at', 'timestamptz'],
  ],
  isGuarded: true,
  sql: (rows) => `
    update budgets b set spent = b.spent + x.charged, held = b.held - x.charged,
           period_spent = b.period_spent + case when b.period is null then 0 else x.charged end
      from ${rows}
     where b.id = x.id
       and (b.period is null or (b.period_ends_at > x.decided_at
            and b.period_ends_at - x.decided_at <= case b.period ${FARTHEST_END} end))
    returning 1`,
}

/**
 * Reservations that calls within their cover take from. One that has ended has nothing open, so it has not this much.
 * To ask whether it has ended would let the server walk the index of all open ones.
 */
const TAKEN_RESERVATIONS: WrittenTable = {
  name: 'r',
  columns: [
    ['id', 'uuid'],
    ['taken', 'bigint'],
  ],
  isGuarded: true,
  sql: (rows) => `
    update reservations r set captured = r.captured + x.taken
      from ${rows} where r.id = x.id and r.granted - r.captured - r.returned >= x.taken
    returning 1`,
}

/** Calls within their cover, of which each is a hold and, where it is not free, a charge. */
const COVERED_CALLS: WrittenTable = {
  name: 'c',
  columns: [
    ['id', 'uuid'],
    ['wallet', 'uuid'],
    ['currency', 'word'],
    ['amount', 'bigint'],
    ['settled_amount', 'bigint'],
    ['release_reason', 'word'],
    ['reference_kind', 'text'],
    ['reference_id', 'text'],
    ['budget_id', 'uuid'],
    ['instance', 'text'],
    ['receipt', 'json'],
    ['reservation', 'uuid'],
    ['began', 'timestamptz'],
    ['description', 'text'],
    ['tariff_version', 'text'],
    ['paid_until', 'bigint'],
  ],
  isGuarded: false,
  sql: (rows) => `select x.*, x.receipt::jsonb as facts from ${rows}`,
}

/** The holds of the captures, inserted in their final state. */
const COVERED_HOLDS: WrittenTable = {
  name: 'h',
  columns: [],
  isGuarded: false,
  sql: () => `
    insert into holds (id, wallet, currency, amount, state, settled_amount, release_reason, reference, budget_id,
                       instance, receipt, expires_at, ended_at, reservation, taken, created_at, ended_in)
    select id, wallet, currency, amount, case when settled_amount is null then 'released' else 'settled' end,
           settled_amount, release_reason, reference_kind || ':' || reference_id, budget_id, instance, facts, now(), now(),
           reservation, coalesce(settled_amount, 0), began, null
      from c`,
}

const revenueOf = (currency: string): string =>
  `case ${currency} ${CURRENCIES.map((each) => `when '${each}' then '${systemAccountId('revenue', each)}'::uuid`).join(' ')} end`

/** Their charges. The wallet's row says what it has after all of them. */
const COVERED_CHARGES: WrittenTable = {
  name: 't',
  columns: [],
  isGuarded: false,
  sql: () => `
    insert into transfers (id, kind, currency, debit, credit, wallet, amount, hold_id, balance_after, reference_kind,
                           reference_id, description, operation_id, tariff_version, usage)
    select c.id, 'charge', c.currency, c.wallet, ${revenueOf('c.currency')}, c.wallet, c.settled_amount, c.id,
           w.balance + w.paid - c.paid_until, c.reference_kind, c.reference_id, c.description, c.id, c.tariff_version,
           nullif(c.facts -> 'usage', 'null')
      from c join w on w.id = c.wallet
     where c.settled_amount is not null`,
}

/** What a statement tells of a wallet that it has moved. */
export type PaidWallet = Pick<Wallet, 'id' | 'balance' | 'held' | 'reserved' | 'suspended'>

/** In id order: the order in which every transaction locks rows. */
const inOrder = (sums: ReadonlyMap<string, bigint>): readonly (readonly [id: string, sum: bigint])[] =>
  sums.size < 2 ? [...sums] : [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))

const moved = (sums: ReadonlyMap<string, bigint>): readonly (readonly [id: string, sum: bigint])[] =>
  inOrder(sums).filter(([, sum]) => sum > 0n)

/**
 * The statement asks for its parts in this order: wallets first, then keys, then reservations, as every batch locks
 * them.
 */
export const coveredParts = ({ calls, paid, charged, taken, usage }: CoveredWrites, nowMs: number): Part[] => {
  const decidedAt = new Date(nowMs).toISOString()
  const text = ([id, sum]: readonly [string, bigint]): readonly [string, string] => [id, sum.toString()]
  const parts: Part[] = [
    { table: PAYING_WALLETS, rows: inOrder(paid).map(text) },
    { table: CHARGED_BUDGETS, rows: moved(charged).map((each) => [...text(each), decidedAt]) },
    { table: TAKEN_RESERVATIONS, rows: moved(taken).map(text) },
    { table: USAGE_BATCHES, rows: usageRows(usage) },
  ]
  const written = parts.filter(({ rows }) => rows.length > 0)
  return [
    ...written,
    { table: COVERED_CALLS, rows: coveredCallRows(calls) },
    { table: COVERED_HOLDS, rows: [] },
    { table: COVERED_CHARGES, rows: [] },
  ]
}

/** The rows that `coveredParts` answers with. */
export const paidWallets = (rows: Rows): readonly PaidWallet[] => rows as unknown as readonly PaidWallet[]
