import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { apartRows, endedRows } from './usage-rows.ts'

/**
 * The watermark, as the whole statement sees it. One that the counter of transactions has not reached was restored with
 * a dump of another cluster: new rows may stand below it, so nothing that was counted is believed.
 */
export const MARK = sql`
  select is_ahead, case when is_ahead then '0'::xid8 else ended_in end as ended_in, ended_id,
         case when is_ahead then '0'::xid8 else apart_in end as apart_in, apart_id
    from (select p.*, greatest(ended_in, apart_in) >= pg_snapshot_xmax(pg_current_snapshot()) as is_ahead
            from usage_progress p offset 0) as p`

/**
 * What is not counted yet, as rows of `usage_hours`; needs `mark`, and takes holds `e` that `isMeant` is true of. The order makes the planner take the index of what lies behind the watermark, of which it knows no size. */
export const liveRows = (isMeant: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${endedRows(sql`
    select e.* from mark m cross join lateral (
      select * from holds where state <> 'held' and (ended_in, id) > (m.ended_in, m.ended_id)
       order by ended_in, id offset 0) as e
     where ${isMeant}`)}
  union all ${apartRows(sql`
    select e.* from mark m cross join lateral (
      select * from holds where apart_in is not null and (apart_in, id) > (m.apart_in, m.apart_id)
       order by apart_in, id offset 0) as e
     where ${isMeant}`)}`
