import type { Kysely } from 'kysely'
import type { Stores } from '../../application/ports/stores.ts'
import { kyselyIdempotency } from './idempotency.ts'
import { ledgerInTransaction } from './ledger-in-transaction.ts'
import type { Database } from './schema.ts'
import { kyselyTopUps } from './top-ups.ts'
import { kyselyWallets } from './wallets.ts'

/** Every store on one `Kysely`: pass a transaction to bind them all to it. */
export const kyselyStores = (db: Kysely<Database>): Stores => ({
  wallets: kyselyWallets(db),
  topUps: kyselyTopUps(db),
  idempotency: kyselyIdempotency(db),
  ledger: ledgerInTransaction(db),
})
