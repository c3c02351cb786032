import type { LedgerFigures } from '../../../domain/ledger/audit.ts'

/** Sums the whole ledger up, in one snapshot: a movement made during the read is in all figures or in none. */
export interface LedgerAudit {
  read(): Promise<LedgerFigures>
}
