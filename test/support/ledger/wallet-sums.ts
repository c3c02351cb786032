import type { Kysely } from 'kysely'
import type { Database } from '../../../src/adapters/persistence/schema/schema.ts'

/** What every wallet and key has, holds and has left, as their rows say now, in micro-units. */
export const walletSums = async (db: Kysely<Database>): Promise<readonly bigint[]> => {
  const rows = await db.selectFrom('accounts').select(['balance', 'held']).where('kind', '=', 'user').execute()
  return rows.flatMap(({ balance, held }) => [balance, held, balance - held])
}
