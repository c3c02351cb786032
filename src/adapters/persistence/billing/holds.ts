import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { HoldStore, HoldToRelease } from '../../../application/ports/billing/hold-store.ts'
import { holdEndsAt, isLost } from '../instances/instances.ts'
import type { Database } from '../schema/schema.ts'

/** Single statements; bind it to the pool, not to a transaction. */
export const kyselyHolds = (db: Kysely<Database>): HoldStore => ({
  async expired(limit) {
    const { rows } = await sql<HoldToRelease>`
      select id, wallet as "walletId" from holds
       where state = 'held' and expires_at < now() order by expires_at limit ${limit}::int`.execute(db)
    return rows
  },
  async overdueSeconds() {
    const { rows } = await sql<{ seconds: number | null }>`
      select extract(epoch from now() - min(${holdEndsAt}))::float8 as seconds
        from holds h left join instances i on i.id = h.instance where h.state = 'held'`.execute(db)
    return Math.max(0, rows[0]?.seconds ?? 0)
  },
  async ofEndedInstances(limit) {
    const { rows } = await sql<HoldToRelease>`
      select id, wallet as "walletId" from holds
       where state = 'held' and ${isLost('holds.instance', 'holds.expires_at')} limit ${limit}::int`.execute(db)
    return rows
  },
})
