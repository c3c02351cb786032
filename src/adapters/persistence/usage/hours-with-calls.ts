import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Currency } from '../../../domain/money/money.ts'
import type { Database } from '../schema/schema.ts'
import { liveRows, MARK } from './behind-watermark.ts'
import { chosenBy } from './usage-log.ts'
import type { UsageChoice } from './usage-log.ts'

interface HoursQuery extends UsageChoice {
  readonly ownerId: string
  /** Null: of each. */
  readonly currency: Currency | null
  /** Milliseconds since the epoch; the hours in which they lie count. */
  readonly firstMs: number
  readonly lastMs: number
  readonly limit: number
}

/**
 * The latest hours in which an account's operations of that choice began, as the milliseconds at which they begin: an
 * hour that is not among them has none, whether it was counted or lies behind the watermark. Null where the counted
 * hours are not to be believed.
 *
 * Each wallet's hours are read from their index, in its order.
 */
export const hoursWithCalls = async (db: Kysely<Database>, query: HoursQuery): Promise<readonly number[] | null> => {
  const { ownerId, currency, firstMs, lastMs, limit } = query
  const inRange = sql`
    hour >= date_trunc('hour', to_timestamp(${firstMs}::double precision / 1000), 'UTC')
    and hour <= to_timestamp(${lastMs}::double precision / 1000)`
  const { rows } = await sql<{ readonly is_ahead: boolean; readonly seconds: number | null }>`
    with mark as materialized (${MARK}),
    own as materialized (
      select id from accounts
       where owner = ${ownerId} and kind = 'user' and (${currency}::text is null or currency = ${currency}::text)),
    hours as (
      select counted.hour from own cross join lateral (
        select distinct hour from usage_hours where wallet = own.id and ${inRange} and ${chosenBy(query)}
         order by hour desc limit ${limit}) as counted
      union
      select live.hour from own cross join lateral (${liveRows(sql`e.wallet = own.id`)}) as live where ${inRange} and ${chosenBy(query)})
    select m.is_ahead, h.seconds
      from mark m
      left join (select extract(epoch from hour)::double precision as seconds from hours order by hour desc limit ${limit}) as h
        on true
     order by h.seconds desc`.execute(db)
  if (rows[0]?.is_ahead !== false) return null
  return rows.flatMap(({ seconds }) => (seconds === null ? [] : [seconds * 1000]))
}
