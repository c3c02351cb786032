// The counting of usage notes which wallets have moved, and an adjustment and the refund of a top-up are no usage: their
// owner had no notice of a balance that they made low.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** One row for each transfer that is no charge and took money from a wallet, until a worker has looked at the wallet. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table debited_wallets (wallet uuid not null)`.execute(db)
}
