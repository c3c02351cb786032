import type { LedgerFigures } from '../../../src/domain/ledger/audit.ts'

/** What an audit reads of a ledger in which nothing stands. */
export const EMPTY_LEDGER: LedgerFigures = {
  currencies: [],
  usage: [],
  uncountedReceipts: 0,
  wallets: 0,
  transfers: 0,
  openHolds: 0,
  suspectWallets: [],
  suspectBudgets: [],
  openReservations: 0,
  suspectReservations: [],
  suspectHolds: [],
  overdueHolds: [],
  overdueHoldsCount: 0,
  possiblyUnpaid: [],
  possiblyUnpaidCount: 0,
  diedReservations: [],
  diedReservationsCount: 0,
}
