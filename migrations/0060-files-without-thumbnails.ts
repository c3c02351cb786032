// That no small picture can be made of a file is a fact about the file: it is found once, not at every request.
import { type Kysely, sql } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table media_assets add column has_no_thumb boolean not null default false`.execute(db)
}
