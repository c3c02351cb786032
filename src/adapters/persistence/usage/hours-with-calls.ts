import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Currency } from '../../../domain/money/money.ts'
import type { Database } from '../schema/schema.ts'
import { waitingChanges } from './usage-batches.ts'
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
 * hour that is not among them has none, whether a worker has added it up or not.
 *
 * Each wallet's hours are read from their index, in its order.
 */
export const hoursWithCalls = async (db: Kysely<Database>, query: HoursQuery): Promise<readonly number[]> => {
  const { ownerId, currency, firstMs, lastMs, limit } = query
  const isMeant = sql`
    hour >= date_trunc('hour', to_timestamp(${firstMs}::double precision / 1000), 'UTC')
    and hour <= to_timestamp(${lastMs}::double precision / 1000) and ${chosenBy(query)}`
  const { rows } = await sql<{ readonly seconds: number }>`
    with own as materialized (
      select id from accounts
       where owner = ${ownerId} and kind = 'user' and (${currency}::text is null or currency = ${currency}::text)),
    hours as (
      select counted.hour from own cross join lateral (
        select distinct hour from usage_hours where wallet = own.id and ${isMeant} order by hour desc limit ${limit}) as counted
      union
      select waiting.hour from own cross join lateral (
        select hour from (${waitingChanges(sql`own.id`)}) as each where ${isMeant}) as waiting)
    select extract(epoch from hour)::double precision as seconds from hours order by hour desc limit ${limit}`.execute(
    db,
  )
  return rows.map(({ seconds }) => seconds * 1000)
}
