import { auditVerdict, type LedgerBreak, type LedgerFigures } from '../../domain/ledger/audit.ts'
import type { LedgerAudit } from '../ports/ledger-audit.ts'

export interface AuditReport {
  readonly figures: LedgerFigures
  /** Empty when the ledger is sound. */
  readonly breaks: readonly LedgerBreak[]
}

export interface AuditLedgerDeps {
  readonly ledgerAudit: LedgerAudit
}

/** Reads the whole ledger: for the operator and for tests, not for a request's path. */
export const auditLedger = (deps: AuditLedgerDeps) => async (): Promise<AuditReport> => {
  const figures = await deps.ledgerAudit.read()
  return { figures, breaks: auditVerdict(figures) }
}
