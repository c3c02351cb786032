import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { UsageLog, UsageQuery } from '../../../application/ports/billing/usage-log.ts'
import { usageSums } from '../../../domain/ledger/usage/usage-sums.ts'
import { wholeDays } from '../../../domain/usage/whole-days.ts'
import type { UsageSums } from '../../../domain/ledger/usage/usage-sums.ts'
import type { Database } from '../schema/schema.ts'
import { columnOf } from '../schema/usage-tables.ts'
import type { FigureColumn } from '../schema/usage-tables.ts'
import { edgesDaysAndWaiting, hoursAndWaiting, sumsAndWaiting } from './read-hours.ts'
import { SUMMED } from './usage-rows.ts'

type SumsRow = Readonly<Record<FigureColumn, bigint>>

const sumsFrom = (row: SumsRow): UsageSums =>
  usageSums(
    (name) => Number(row[columnOf(name)]),
    (name) => row[columnOf(name)],
  )

const valueOf = ({ group, timeZone }: UsageQuery): RawBuilder<unknown> => {
  switch (group) {
    case 'hour':
      return sql`extract(epoch from hour)::bigint::text`
    case 'day':
      return sql`to_char(hour at time zone ${timeZone}, 'YYYY-MM-DD')`
    case 'model':
      return sql`model`
    case 'key':
      return sql`budget_id::text`
    case 'surface':
      return sql`surface`
  }
}

/** Of which operations; what is null takes all. */
export type UsageChoice = Pick<UsageQuery, 'keyId' | 'model' | 'surface'>

export const chosenBy = ({ keyId, model, surface }: UsageChoice): RawBuilder<unknown> => sql`
  ${keyId === null ? sql`true` : sql`budget_id = ${keyId}::uuid`}
  and ${model === null ? sql`true` : sql`model = ${model}`}
  and ${surface === null ? sql`true` : sql`surface = ${surface}`}`

/**
 * Where the query asks for no models or surfaces, an hour is one row, or one for each key. Where it asks for them, a
 * whole day of UTC is one row for each of them, unless it asks by hours or by the days of another time zone.
 */
const rowsFor = ({ group, timeZone, keyId, model, surface, from, to }: UsageQuery): RawBuilder<unknown> => {
  const own = sql`(select id from own)`
  const isOverEveryKey = keyId === null && group !== 'key'
  if (model === null && surface === null && group !== 'model' && group !== 'surface')
    return sumsAndWaiting(isOverEveryKey, own)
  if (group === 'hour' || (group === 'day' && timeZone !== 'UTC')) return hoursAndWaiting(own)
  return edgesDaysAndWaiting(isOverEveryKey, own, wholeDays(from, to))
}

export const kyselyUsageLog = (db: Kysely<Database>): UsageLog => ({
  async sum(query) {
    const { rows } = await sql<SumsRow & { readonly value: string | null }>`
      with own as materialized (
        select id from accounts where owner = ${query.accountId} and kind = 'user' and currency = ${query.currency}),
      used as (${rowsFor(query)})
      select ${valueOf(query)} as value, ${SUMMED} from used
       where hour >= date_trunc('hour', ${query.from}::timestamptz, 'UTC')
         and hour < date_trunc('hour', ${query.to}::timestamptz, 'UTC') and ${chosenBy(query)}
       group by 1 order by 1 nulls last`.execute(db)
    return rows.map(({ value, ...sums }) => ({ value, sums: sumsFrom(sums) }))
  },
})
