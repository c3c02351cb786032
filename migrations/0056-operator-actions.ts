// Commands of operators that change something left no trace: who did what to which account, and when.
import { type Kysely, sql } from 'kysely'

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
