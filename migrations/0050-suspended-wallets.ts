// A wallet for which the house bore a part of a price takes no paid call until money comes in.
import { type Kysely, sql } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table accounts add column suspended boolean not null default false`.execute(db)
}
