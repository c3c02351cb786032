import type { Kysely } from 'kysely'
import type { Stores } from '../../application/ports/stores.ts'
import { ledgerInTransaction } from './ledger-in-transaction.ts'
import type { Database } from './schema.ts'

/** Every store on one `Kysely`: pass a transaction to bind them all to it. */
export const kyselyStores = (db: Kysely<Database>): Stores => ({
  ledger: ledgerInTransaction(db),
})
