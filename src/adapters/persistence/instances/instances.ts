import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { INSTANCE_LIFE } from '../../../domain/limits/instance-life.ts'
import type { InstanceStore } from '../../../application/ports/process/instance-store.ts'
import type { Database } from '../schema/schema.ts'

/** Single statements; bind it to the pool, not to a transaction. */
export const kyselyInstances = (db: Kysely<Database>): InstanceStore => {
  const ending = () =>
    db
      .updateTable('instances')
      .set({ ended_at: sql<Date>`now()` })
      .where('ended_at', 'is', null)
  return {
    async begin(instance) {
      await sql`
        with old as (delete from instances where ended_at < now() - interval '30 days')
        insert into instances (id) values (${instance})`.execute(db)
    },
    async beat(instance) {
      const beaten = await db
        .updateTable('instances')
        .set({ beat: sql<number>`beat + 1`, beat_at: sql<Date>`now()` })
        .where('id', '=', instance)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      return beaten.numUpdatedRows === 1n
    },
    living: () => db.selectFrom('instances').select(['id as instance', 'beat']).where('ended_at', 'is', null).execute(),
    async endSilent({ instance, beat }) {
      const ended = await ending().where('id', '=', instance).where('beat', '=', beat).executeTakeFirst()
      return ended.numUpdatedRows === 1n
    },
    async end(instance) {
      await ending().where('id', '=', instance).execute()
    },
    async endOthers(instance) {
      const ended = await ending().where('id', '<>', instance).executeTakeFirst()
      return Number(ended.numUpdatedRows)
    },
  }
}

/**
 * True if the row in this column of this table was to live as long as an instance, and that instance has ended. Rows of
 * releases before migration 0076 end by their own time alone.
 */
export const isLost = (instance: string, endsAt: string) => sql<boolean>`
  (${sql.ref(endsAt)} = 'infinity' and not exists (
    select from instances as i where i.id = ${sql.ref(instance)} and i.ended_at is null))`

/**
 * When the life of an open hold `h` ends, whose instance is `i`, as far as the database can tell: an instance that
 * shows no new beat is about to be ended. For reports alone, since no other clock is compared with the database's.
 */
export const holdEndsAt = sql<Date>`
  case when h.expires_at = 'infinity'
       then coalesce(i.beat_at, h.created_at) + ${sql.lit(INSTANCE_LIFE.deadAfterMs)} * interval '1 millisecond'
       else h.expires_at end`
