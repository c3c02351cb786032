import type { Kysely } from 'kysely'
import type { LedgerInTransaction } from '../../application/ports/ledger.ts'
import type { Database } from './schema.ts'

export const ledgerInTransaction = (_db: Kysely<Database>): LedgerInTransaction => ({
  apply: () => Promise.reject(new Error('not yet')),
})
