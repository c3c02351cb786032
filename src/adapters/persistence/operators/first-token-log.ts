import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { FirstTokenLog } from '../../../application/ports/billing/first-token-log.ts'
import type { Database } from '../schema/schema.ts'
import { storableJson } from '../sql/storable-json.ts'

export const kyselyFirstTokenLog = (db: Kysely<Database>): FirstTokenLog => ({
  async add(counts) {
    const rows = counts.map(({ hour, step, calls }) => ({ hour: hour.toISOString(), step, calls }))
    // All processes write in one order, so that none waits for one that waits for it.
    await sql`
      with old as (delete from first_token_times where hour < now() - interval '31 days')
      insert into first_token_times as t (hour, step, calls)
      select hour, step, calls from jsonb_to_recordset(${storableJson(rows)}::jsonb)
             as counted (hour timestamptz, step smallint, calls bigint)
       order by hour, step
          on conflict (hour, step) do update set calls = t.calls + excluded.calls`.execute(db)
  },
  async since(from) {
    const { rows } = await sql<{ readonly step: number; readonly calls: bigint }>`
      select step, sum(calls)::bigint as calls from first_token_times
       where hour >= date_trunc('hour', ${from}::timestamptz, 'UTC') group by step order by step`.execute(db)
    return rows.map(({ step, calls }) => ({ step, calls: Number(calls) }))
  },
})
