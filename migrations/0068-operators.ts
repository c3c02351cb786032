// Operators worked at the command line alone. An account may now have their role, and what it does is kept beside what
// commands did: who did what to which account or thing, what stood before and after, and why.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table users add column operator_since timestamptz`.execute(db)
  await sql`
    alter table operator_actions
      add column operator_id uuid references users (id),
      add column subject text,
      add column before jsonb,
      add column after jsonb,
      add column reason text`.execute(db)
  await sql`create index operator_actions_of_operator on operator_actions (operator, id)`.execute(db)
  await sql`create index operator_actions_of_subject on operator_actions (subject, id)`.execute(db)
}
