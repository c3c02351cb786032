// Adding or removing a way into an account needs a recent sign-in, so a session records when its user last signed in.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table sessions add column authenticated_at timestamptz`.execute(db)
  await sql`update sessions set authenticated_at = created_at`.execute(db)
  await sql`alter table sessions alter column authenticated_at set not null`.execute(db)
  await sql`alter table sessions add column user_agent text check (length(user_agent) between 1 and 200)`.execute(db)
}
