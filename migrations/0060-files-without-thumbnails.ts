// Whether a thumbnail can be made of a file depends on the file alone, so it is found out once and not at every request.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table media_assets add column has_no_thumb boolean not null default false`.execute(db)
}
