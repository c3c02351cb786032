// Commands of operators that change something left no record; rows here hold who did what to which account, and when.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table operator_actions (
      id uuid primary key,
      at timestamptz not null,
      operator text not null,
      command text not null,
      arguments jsonb not null,
      exit_code integer not null
    )`.execute(db)
}
