// A batch of the ledger wrote one row of usage for each key in it, and the server read 17 columns of it, wrote the row and
// read it again. Now a batch leaves texts, which only the worker that adds them to the hours and readers of the usage open.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * `usage_changes` stays for processes of an earlier release. A row is kept as it comes, in one page: it lives for seconds,
 * and to compress it would cost more than all the rest.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table usage_batches (
      groups text not null,
      changes text not null,
      written_at timestamptz not null default now()
    ) with (toast_tuple_target = 8160)`.execute(db)
  await sql`alter table usage_batches alter column changes set storage external`.execute(db)
}
