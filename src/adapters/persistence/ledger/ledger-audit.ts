import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { LedgerAudit } from '../../../application/ports/billing/ledger-audit.ts'
import { SYSTEM_ACCOUNT_KINDS } from '../../../domain/ledger/account.ts'
import type { AccountKind } from '../../../domain/ledger/account.ts'
import type {
  BudgetFigures,
  CurrencyFigures,
  DiedReservation,
  HoldFigures,
  OverdueHold,
  ReservationFigures,
  UnpaidHold,
  AuditedUsage,
  WalletFigures,
} from '../../../domain/ledger/audit.ts'
import { TOP_UP_REFUND_KIND } from '../../../domain/ledger/transfer.ts'
import { CURRENCIES } from '../../../domain/money/money.ts'
import type { Currency } from '../../../domain/money/money.ts'
import { holdEndsAt } from '../instances/instances.ts'
import type { Database } from '../schema/schema.ts'
import { TOTALS_OF_SUMS, UNCOUNTED, USAGE_TOTALS } from '../usage/usage-totals.ts'
import type { UsageTotalsRow } from '../usage/usage-totals.ts'

/** The most rows of one list; an operator needs no more to see that the ledger is broken. */
const MAX_LISTED = 100

const rowsOf = async <R>(query: ReturnType<typeof sql<R>>, db: Kysely<Database>): Promise<readonly R[]> =>
  (await query.execute(db)).rows

interface KindSum {
  readonly currency: Currency
  readonly kind: AccountKind
  readonly sum: bigint
}

/** Wallets count by their stored balances, so that a balance without a transfer breaks the sum. */
const KIND_SUMS = sql<KindSum>`
  with moved as (
    select account, sum(amount)::bigint as net
      from (select credit as account, amount from transfers union all select debit, -amount from transfers) as ends
     group by account)
  select a.currency, a.kind, sum(case when a.kind = 'user' then a.balance else coalesce(m.net, 0) end)::bigint as sum
    from accounts a left join moved m on m.account = a.id
   group by a.currency, a.kind`

const COUNTS = sql<{
  wallets: bigint
  transfers: bigint
  open_holds: bigint
  open_reservations: bigint
  unpaid: bigint
}>`
  select (select count(*) from accounts where kind = 'user') as wallets,
         (select count(*) from transfers) as transfers,
         (select count(*) from holds where state = 'held') as open_holds,
         (select count(*) from reservations where ended_at is null) as open_reservations,
         (select count(*) from holds h
           where h.release_reason in ('expired', 'instance_lost')
             and not exists (select from transfers t where t.hold_id = h.id)) as unpaid`

const SUSPECT_WALLETS = sql<WalletFigures>`
  with moved as (
    select wallet, sum(case when credit = wallet then amount else -amount end)::bigint as net
      from transfers where wallet is not null group by wallet),
  open as (select wallet, sum(amount)::bigint as held from holds where state = 'held' group by wallet),
  set_aside as (
    select wallet, sum(granted - captured - returned)::bigint as sum from reservations
     where ended_at is null group by wallet)
  select a.id as "walletId", a.currency, a.balance, a.held, a.reserved, coalesce(s.sum, 0) as "openReservations", coalesce(m.net, 0) as transferred,
         coalesce(o.held, 0) as "openHolds"
    from accounts a left join moved m on m.wallet = a.id left join open o on o.wallet = a.id
         left join set_aside s on s.wallet = a.id
   where a.kind = 'user'
     and (a.balance <> coalesce(m.net, 0) or a.held <> coalesce(o.held, 0) + coalesce(s.sum, 0)
          or a.reserved <> coalesce(s.sum, 0) or a.balance < a.held or a.held < 0)
   limit ${sql.lit(MAX_LISTED)}`

const SUSPECT_BUDGETS = sql<BudgetFigures>`
  with charged as (
    select h.budget_id, sum(t.amount)::bigint as spent
      from transfers t join holds h on h.id = t.hold_id
     where t.kind = 'charge' and h.budget_id is not null group by h.budget_id),
  open as (
    select budget_id, sum(amount)::bigint as held from holds
     where state = 'held' and budget_id is not null group by budget_id),
  set_aside as (
    select budget_id, sum(granted - captured - returned)::bigint as sum from reservations
     where ended_at is null group by budget_id)
  select b.id as "budgetId", b.spent, b.held, coalesce(c.spent, 0) as charged, coalesce(o.held, 0) as "openHolds",
         coalesce(s.sum, 0) as "openReservations"
    from budgets b left join charged c on c.budget_id = b.id left join open o on o.budget_id = b.id
         left join set_aside s on s.budget_id = b.id
   where b.spent <> coalesce(c.spent, 0) or b.held <> coalesce(o.held, 0) + coalesce(s.sum, 0)
   limit ${sql.lit(MAX_LISTED)}`

const SUSPECT_RESERVATIONS = sql<ReservationFigures>`
  with calls as (
    select reservation, sum(taken)::bigint as taken from holds where reservation is not null group by reservation)
  select r.id as "reservationId", r.currency, r.captured, coalesce(c.taken, 0) as taken
    from reservations r left join calls c on c.reservation = r.id
   where r.captured <> coalesce(c.taken, 0)
   limit ${sql.lit(MAX_LISTED)}`

const SUSPECT_HOLDS = sql<HoldFigures>`
  with moved as (
    select hold_id, sum(amount)::bigint as sum from transfers where hold_id is not null group by hold_id)
  select h.id as "holdId", h.currency, h.state, coalesce(h.settled_amount, 0) as "settledAmount", coalesce(m.sum, 0) as moved
    from holds h left join moved m on m.hold_id = h.id
   where h.state <> 'released' and coalesce(h.settled_amount, 0) <> coalesce(m.sum, 0)
   limit ${sql.lit(MAX_LISTED)}`

const OVERDUE = sql`
  with open as (
    select h.id, ${holdEndsAt} as due from holds h left join instances i on i.id = h.instance
     where h.state = 'held'),
  overdue as (select id, due from open where due < now())`

const OVERDUE_HOLDS = sql<OverdueHold>`
  ${OVERDUE}
  select id as "holdId", extract(epoch from now() - due)::float8 as "overdueSeconds"
    from overdue order by due limit ${sql.lit(MAX_LISTED)}`

const OVERDUE_COUNT = sql<{ count: bigint }>`${OVERDUE} select count(*) as count from overdue`

const POSSIBLY_UNPAID = sql<UnpaidHold>`
  select h.id as "holdId", h.wallet as "walletId", h.amount, h.release_reason as reason, h.ended_at as "endedAt"
    from holds h
   where h.release_reason in ('expired', 'instance_lost')
     and not exists (select from transfers t where t.hold_id = h.id)
   order by h.ended_at desc limit ${sql.lit(MAX_LISTED)}`

/**
 * An instance that stops by itself ends its reservations first, one that died has them ended afterwards. What went back
 * in parts before counts as open too, so the sum is an upper bound.
 */
const DIED = sql`
    from reservations r join instances i on i.id = r.instance
   where i.ended_at is not null
     and case when r.ended_at is null then r.granted > r.captured + r.returned
              else r.ended_at > i.ended_at and r.returned > 0 end`

const DIED_RESERVATIONS = sql<DiedReservation>`
  select r.id as "reservationId", r.wallet as "walletId", r.currency, r.ended_at as "endedAt",
         case when r.ended_at is null then r.granted - r.captured - r.returned else r.returned end as "openAtMost"
  ${DIED}
   order by r.ended_at desc nulls first, r.id limit ${sql.lit(MAX_LISTED)}`

const DIED_COUNT = sql<{ count: bigint }>`select count(*) as count ${DIED}`

const CALLS_AND_MOVES = sql<UsageTotalsRow>`
  select currency, sum(calls)::bigint as calls, sum(charged)::bigint as charged, sum(written_off)::bigint as "writtenOff"
    from (select currency, count(*) as calls, 0 as charged, 0 as written_off from holds
           where state <> 'held' and reference not like ${sql.lit(`${TOP_UP_REFUND_KIND}:%`)} group by currency
          union all
          select currency, 0, coalesce(sum(amount) filter (where kind = 'charge'), 0),
                 coalesce(sum(amount) filter (where kind = 'writeoff'), 0)
            from transfers group by currency) as each
   group by currency`

const NO_USAGE = { calls: 0n, charged: 0n, writtenOff: 0n }

const totalsOf = (rows: readonly UsageTotalsRow[], currency: Currency): AuditedUsage['usage'] => {
  const found = rows.find((each) => each.currency === currency)
  return found === undefined ? NO_USAGE : { calls: found.calls, charged: found.charged, writtenOff: found.writtenOff }
}

const currencyFigures = (sums: readonly KindSum[], currency: Currency): CurrencyFigures => {
  const sumOf = (kind: AccountKind): bigint =>
    sums.find((each) => each.currency === currency && each.kind === kind)?.sum ?? 0n
  const kinds: readonly AccountKind[] = ['user', ...SYSTEM_ACCOUNT_KINDS]
  return {
    currency,
    accounts: Object.fromEntries(kinds.map((kind) => [kind, sumOf(kind)])) as Record<AccountKind, bigint>,
  }
}

/** Reads every row there is: `db` lets a statement take as long as it needs. */
export const kyselyLedgerAudit = (db: Kysely<Database>): LedgerAudit => ({
  read: () =>
    db.transaction().execute(async (transaction) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(transaction)
      const sums = await rowsOf(KIND_SUMS, transaction)
      const [counts] = await rowsOf(COUNTS, transaction)
      const [usage, ledger] = [await rowsOf(USAGE_TOTALS, transaction), await rowsOf(CALLS_AND_MOVES, transaction)]
      const summed: (readonly UsageTotalsRow[])[] = []
      for (const totals of TOTALS_OF_SUMS) summed.push(await rowsOf(totals, transaction))
      const [uncounted] = await rowsOf(UNCOUNTED, transaction)
      return {
        currencies: CURRENCIES.map((currency) => currencyFigures(sums, currency)),
        usage: CURRENCIES.map((currency) => ({
          currency,
          usage: totalsOf(usage, currency),
          summed: summed.map((rows) => totalsOf(rows, currency)),
          ledger: totalsOf(ledger, currency),
        })),
        uncountedReceipts: Number(uncounted?.receipts ?? 0n),
        wallets: Number(counts?.wallets ?? 0n),
        transfers: Number(counts?.transfers ?? 0n),
        openHolds: Number(counts?.open_holds ?? 0n),
        openReservations: Number(counts?.open_reservations ?? 0n),
        suspectWallets: await rowsOf(SUSPECT_WALLETS, transaction),
        suspectBudgets: await rowsOf(SUSPECT_BUDGETS, transaction),
        suspectReservations: await rowsOf(SUSPECT_RESERVATIONS, transaction),
        suspectHolds: await rowsOf(SUSPECT_HOLDS, transaction),
        overdueHolds: await rowsOf(OVERDUE_HOLDS, transaction),
        overdueHoldsCount: Number((await rowsOf(OVERDUE_COUNT, transaction))[0]?.count ?? 0n),
        possiblyUnpaid: await rowsOf(POSSIBLY_UNPAID, transaction),
        possiblyUnpaidCount: Number(counts?.unpaid ?? 0n),
        diedReservations: await rowsOf(DIED_RESERVATIONS, transaction),
        diedReservationsCount: Number((await rowsOf(DIED_COUNT, transaction))[0]?.count ?? 0n),
      }
    }),
})
