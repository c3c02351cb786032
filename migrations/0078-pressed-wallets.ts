// When a command was last short of money that other instances have reserved in a wallet. They give it back, and for half a
// minute nothing more is reserved there.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table accounts add column pressed_at timestamptz`.execute(db)
}
