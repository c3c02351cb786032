import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { HoldStore, OpenHold } from '../../../application/ports/billing/hold-store.ts'
import type { Database } from '../schema/schema.ts'

/** Single statements; bind it to the pool, not to a transaction. */
export const kyselyHolds = (db: Kysely<Database>): HoldStore => ({
  async extendLeases(instance, lifeSeconds) {
    // Skipping locked rows also means that this never waits inside a batch's deadlock.
    const { rows } = await sql`
      update holds set expires_at = greatest(expires_at, now() + ${lifeSeconds}::float8 * interval '1 second')
       where id in (
         select id from holds where state = 'held' and instance = ${instance} for no key update skip locked)
      returning 1`.execute(db)
    return rows.length
  },
  async expired(limit) {
    const { rows } = await sql<OpenHold>`
      select id, wallet as "walletId" from holds
       where state = 'held' and expires_at < now() order by expires_at limit ${limit}::int`.execute(db)
    return rows
  },
  async ofOtherInstances(instance, limit) {
    const { rows } = await sql<OpenHold>`
      select id, wallet as "walletId" from holds
       where state = 'held' and instance <> ${instance} order by expires_at limit ${limit}::int`.execute(db)
    return rows
  },
})
