import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { LedgerAudit } from '../../../application/ports/billing/ledger-audit.ts'
import { SYSTEM_ACCOUNT_KINDS } from '../../../domain/ledger/account.ts'
import type { AccountKind } from '../../../domain/ledger/account.ts'
import type {
  BudgetFigures,
  CurrencyFigures,
  HoldFigures,
  OverdueHold,
  UnpaidHold,
  WalletFigures,
} from '../../../domain/ledger/audit.ts'
import { CURRENCIES } from '../../../domain/money/money.ts'
import type { Currency } from '../../../domain/money/money.ts'
import type { Database } from '../schema/schema.ts'

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

const COUNTS = sql<{ wallets: bigint; transfers: bigint; open_holds: bigint; unpaid: bigint }>`
  select (select count(*) from accounts where kind = 'user') as wallets,
         (select count(*) from transfers) as transfers,
         (select count(*) from holds where state = 'held') as open_holds,
         (select count(*) from holds h
           where h.release_reason in ('expired', 'instance_lost')
             and not exists (select from transfers t where t.hold_id = h.id)) as unpaid`

const SUSPECT_WALLETS = sql<WalletFigures>`
  with moved as (
    select wallet, sum(case when credit = wallet then amount else -amount end)::bigint as net
      from transfers where wallet is not null group by wallet),
  open as (select wallet, sum(amount)::bigint as held from holds where state = 'held' group by wallet)
  select a.id as "walletId", a.currency, a.balance, a.held, coalesce(m.net, 0) as transferred,
         coalesce(o.held, 0) as "openHolds"
    from accounts a left join moved m on m.wallet = a.id left join open o on o.wallet = a.id
   where a.kind = 'user'
     and (a.balance <> coalesce(m.net, 0) or a.held <> coalesce(o.held, 0) or a.balance < a.held or a.held < 0)
   limit ${sql.lit(MAX_LISTED)}`

const SUSPECT_BUDGETS = sql<BudgetFigures>`
  with charged as (
    select h.budget_id, sum(t.amount)::bigint as spent
      from transfers t join holds h on h.id = t.hold_id
     where t.kind = 'charge' and h.budget_id is not null group by h.budget_id),
  open as (
    select budget_id, sum(amount)::bigint as held from holds
     where state = 'held' and budget_id is not null group by budget_id)
  select b.id as "budgetId", b.spent, b.held, coalesce(c.spent, 0) as charged, coalesce(o.held, 0) as "openHolds"
    from budgets b left join charged c on c.budget_id = b.id left join open o on o.budget_id = b.id
   where b.spent <> coalesce(c.spent, 0) or b.held <> coalesce(o.held, 0)
   limit ${sql.lit(MAX_LISTED)}`

const SUSPECT_HOLDS = sql<HoldFigures>`
  with moved as (
    select hold_id, sum(amount)::bigint as sum from transfers where hold_id is not null group by hold_id)
  select h.id as "holdId", h.state, coalesce(h.settled_amount, 0) as "settledAmount", coalesce(m.sum, 0) as moved
    from holds h left join moved m on m.hold_id = h.id
   where h.state <> 'released' and coalesce(h.settled_amount, 0) <> coalesce(m.sum, 0)
   limit ${sql.lit(MAX_LISTED)}`

const OVERDUE_HOLDS = sql<OverdueHold>`
  select id as "holdId", wallet as "walletId", extract(epoch from now() - expires_at)::float8 as "overdueSeconds"
    from holds where state = 'held' and expires_at < now() order by expires_at limit ${sql.lit(MAX_LISTED)}`

const POSSIBLY_UNPAID = sql<UnpaidHold>`
  select h.id as "holdId", h.wallet as "walletId", h.amount, h.release_reason as reason, h.ended_at as "endedAt"
    from holds h
   where h.release_reason in ('expired', 'instance_lost')
     and not exists (select from transfers t where t.hold_id = h.id)
   order by h.ended_at desc limit ${sql.lit(MAX_LISTED)}`

const currencyFigures = (sums: readonly KindSum[], currency: Currency): CurrencyFigures => {
  const sumOf = (kind: AccountKind): bigint =>
    sums.find((each) => each.currency === currency && each.kind === kind)?.sum ?? 0n
  const kinds: readonly AccountKind[] = ['user', ...SYSTEM_ACCOUNT_KINDS]
  return {
    currency,
    accounts: Object.fromEntries(kinds.map((kind) => [kind, sumOf(kind)])) as Record<AccountKind, bigint>,
  }
}

export const kyselyLedgerAudit = (db: Kysely<Database>): LedgerAudit => ({
  read: () =>
    db.transaction().execute(async (transaction) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(transaction)
      await sql`set local statement_timeout = 0`.execute(transaction)
      const sums = await rowsOf(KIND_SUMS, transaction)
      const [counts] = await rowsOf(COUNTS, transaction)
      return {
        currencies: CURRENCIES.map((currency) => currencyFigures(sums, currency)),
        wallets: Number(counts?.wallets ?? 0n),
        transfers: Number(counts?.transfers ?? 0n),
        openHolds: Number(counts?.open_holds ?? 0n),
        suspectWallets: await rowsOf(SUSPECT_WALLETS, transaction),
        suspectBudgets: await rowsOf(SUSPECT_BUDGETS, transaction),
        suspectHolds: await rowsOf(SUSPECT_HOLDS, transaction),
        overdueHolds: await rowsOf(OVERDUE_HOLDS, transaction),
        possiblyUnpaid: await rowsOf(POSSIBLY_UNPAID, transaction),
        possiblyUnpaidCount: Number(counts?.unpaid ?? 0n),
      }
    }),
})
