import { sumOfAccounts } from '../../../domain/ledger/audit.ts'
import type { AuditLog } from '../../ports/billing/audit-log.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { AuditReport } from './audit-ledger.ts'

interface RecordAuditDeps {
  readonly auditLedger: () => Promise<AuditReport>
  readonly audits: Pick<AuditLog, 'add'>
  readonly clock: Clock
  /**
   * The report matters more than its record: where the record fails, that is reported here, and the report is answered.
   */
  readonly onUnrecorded: (error: unknown) => void
}

/** Audits the ledger, and records when that was and what it found. */
export const recordAudit =
  ({ auditLedger, audits, clock, onUnrecorded }: RecordAuditDeps) =>
  async (): Promise<AuditReport> => {
    const startedMs = clock.now()
    const report = await auditLedger()
    const endedMs = clock.now()
    const deltas = report.figures.currencies.map((figures) => ({
      currency: figures.currency,
      amount: sumOfAccounts(figures),
    }))
    const tookMs = Math.max(0, endedMs - startedMs)
    await audits
      .add({ at: new Date(endedMs), tookMs, violations: report.violations.length, deltas })
      .catch((error: unknown) => onUnrecorded(error))
    return report
  }
