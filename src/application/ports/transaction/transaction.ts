import type { LedgerInTransaction } from '../billing/ledger.ts'
import type { Stores } from './stores.ts'

/** The stores and the ledger inside one database transaction. Only `UnitOfWork.transact` makes one. */
export interface Transaction extends Stores {
  readonly ledger: LedgerInTransaction
}
