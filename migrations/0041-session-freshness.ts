// What opens or closes a way into an account asks for a fresh sign-in, so a session knows when its user last proved who they are.
import { type Kysely, sql } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table sessions add column authenticated_at timestamptz`.execute(db)
  await sql`update sessions set authenticated_at = created_at`.execute(db)
  await sql`alter table sessions alter column authenticated_at set not null`.execute(db)
  await sql`alter table sessions add column user_agent text check (length(user_agent) between 1 and 200)`.execute(db)
}
