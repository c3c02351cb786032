import { ledgerViolations } from '../../../domain/ledger/audit.ts'
import type { LedgerViolation, LedgerFigures } from '../../../domain/ledger/audit.ts'
import type { LedgerAudit } from '../../ports/billing/ledger-audit.ts'

export interface AuditReport {
  readonly figures: LedgerFigures
  /** Empty when the ledger is sound. */
  readonly violations: readonly LedgerViolation[]
}

interface AuditLedgerDeps {
  readonly ledgerAudit: LedgerAudit
}

/** Reads the whole ledger, which takes long: operators call it, and `auditLoop` once in a long while. */
export const auditLedger = (deps: AuditLedgerDeps) => async (): Promise<AuditReport> => {
  const figures = await deps.ledgerAudit.read()
  return { figures, violations: ledgerViolations(figures) }
}
