import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Currency } from '../../../domain/money/money.ts'
import { liveRows, MARK } from './behind-watermark.ts'
import { SUMMED_HOURS } from './usage-rows.ts'

export interface UsageTotalsRow {
  readonly currency: Currency
  readonly calls: bigint
  readonly charged: bigint
  readonly writtenOff: bigint
}

const totalsOf = (hours: RawBuilder<unknown>) => sql<UsageTotalsRow>`
  with mark as materialized (${MARK}),
  counted as (
    ${hours} and not (select is_ahead from mark)
    union all ${liveRows(sql`true`)})
  select a.currency, coalesce(sum(u.calls), 0)::bigint as calls, coalesce(sum(u.cost), 0)::bigint as charged,
         coalesce(sum(u.written_off), 0)::bigint as "writtenOff"
    from counted u join accounts a on a.id = u.wallet group by a.currency`

/** The usage of all wallets and times, as its readers see it. Reads every hour there is. */
export const USAGE_TOTALS = totalsOf(sql`select * from usage_hours where true`)

/** The same, as readers see it who ask for no models and surfaces: over every key, and of each key. */
export const TOTALS_OF_SUMS = [
  totalsOf(sql`${SUMMED_HOURS} where every_key`),
  totalsOf(sql`${SUMMED_HOURS} where not every_key`),
] as const

/** The ends of holds behind the watermark. */
export const UNCOUNTED = sql<{ receipts: bigint }>`
  with mark as materialized (${MARK})
  select count(*) as receipts from mark m
    join holds h on h.state <> 'held' and (h.ended_in, h.id) > (m.ended_in, m.ended_id)`
