// A list of paid calls is read from the index of its wallet. Where one wallet has most of the calls, the planner took the
// index of all calls instead, in which the calls of a small wallet may lie anywhere: it shall expect few calls a wallet.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** As a share of all rows: twenty calls a wallet. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table holds alter column wallet set (n_distinct = -0.05)`.execute(db)
}
