// A notice that calls of a key are refused stood for the one that all of its limit is charged, which then never came.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** An earlier notice of 100 % came from a refusal where not all is spent. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table crossed_marks drop constraint crossed_marks_mark_check`.execute(db)
  await sql`
    alter table crossed_marks add constraint crossed_marks_mark_check
      check (mark in ('balance_low', 'key_budget_80', 'key_budget_100', 'key_budget_refused'))`.execute(db)
  await sql`
    update crossed_marks m set mark = 'key_budget_refused' from budgets b
     where b.id = m.subject and m.mark = 'key_budget_100' and b.period_ends_at is not distinct from m.period_ends_at
       and case when b.period is null then b.spent else b.period_spent end < m.limit_amount`.execute(db)
}
