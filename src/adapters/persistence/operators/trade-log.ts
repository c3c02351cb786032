import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { HeldMoney, ModelTrade, TradeLog } from '../../../application/ports/billing/trade-log.ts'
import { firstIdAt } from '../../../domain/ledger/operation-time.ts'
import type { Currency } from '../../../domain/money/money.ts'
import type { Database } from '../schema/schema.ts'

interface ModelRow {
  readonly model: string | null
  readonly currency: Currency
  readonly calls: bigint
  readonly refusals: bigint
  readonly failures: bigint
  readonly revenue: bigint
  readonly writtenOff: bigint
  readonly input: bigint
  readonly cached: bigint
  readonly written: bigint
  readonly output: bigint
  readonly images: bigint
  readonly milliseconds: bigint
}

/** One row a model at most: the catalogue bounds them, and few rows of an hour are read for each wallet. */
const byModel = (from: Date) => sql<ModelRow>`
  select u.model, a.currency, sum(u.calls)::bigint as calls, sum(u.refusals)::bigint as refusals,
         sum(u.failures)::bigint as failures, sum(u.cost)::bigint as revenue, sum(u.written_off)::bigint as "writtenOff",
         sum(u.input_tokens)::bigint as input, sum(u.cached_tokens)::bigint as cached,
         sum(u.cache_write_tokens)::bigint as written, sum(u.output_tokens)::bigint as output,
         sum(u.images)::bigint as images, sum(u.milliseconds)::bigint as milliseconds
    from usage_hours u join accounts a on a.id = u.wallet
   where u.hour >= date_trunc('hour', ${from}::timestamptz, 'UTC')
   group by u.model, a.currency order by revenue desc, u.model`

const toTrade = ({ model, currency, revenue, writtenOff, ...row }: ModelRow): ModelTrade => {
  const [calls, refusals, failures] = [Number(row.calls), Number(row.refusals), Number(row.failures)]
  const used = {
    answered: calls - refusals - failures,
    inputTokens: Number(row.input),
    cachedTokens: Number(row.cached),
    cacheWriteTokens: Number(row.written),
    outputTokens: Number(row.output),
    images: Number(row.images),
    milliseconds: Number(row.milliseconds),
  }
  return { model, currency, calls, refusals, failures, revenue, writtenOff, used }
}

/** Ids are in the order of time, so each sum reads the rows of its time alone. */
const flow = (from: Date) => sql<{ readonly moneyIn: bigint; readonly moneyOut: bigint }>`
  select (select coalesce(sum(price), 0)::bigint from top_ups
           where status = 'succeeded' and id >= ${firstIdAt(from.getTime())}::uuid) as "moneyIn",
         (select coalesce(sum(price), 0)::bigint from top_up_refunds
           where status = 'succeeded' and id >= ${firstIdAt(from.getTime())}::uuid) as "moneyOut"`

/** As wallets have it: in open holds, and in what is open of reservations. */
const HELD = sql<HeldMoney>`
  select currency, sum(amount)::bigint as amount
    from (select currency, amount from holds where state = 'held'
          union all
          select currency, granted - captured - returned from reservations where ended_at is null) as each
   group by currency having sum(amount) > 0 order by currency`

export const kyselyTradeLog = (db: Kysely<Database>): TradeLog => ({
  async byModel(from) {
    const { rows } = await byModel(from).execute(db)
    return rows.map(toTrade)
  },
  async flow(from) {
    const { rows } = await flow(from).execute(db)
    return rows[0] ?? { moneyIn: 0n, moneyOut: 0n }
  },
  held: async () => (await HELD.execute(db)).rows,
})
