import type { Kysely } from 'kysely'
import { kyselyLedgerAudit } from '../../../src/adapters/persistence/ledger/ledger-audit.ts'
import type { Database } from '../../../src/adapters/persistence/schema/schema.ts'
import { kyselyUsageCounter } from '../../../src/adapters/persistence/usage/usage-counter.ts'
import { auditLedger } from '../../../src/application/billing/wallets/audit-ledger.ts'
import { countUsage } from '../../../src/application/billing/usage/count-usage.ts'
import type { LedgerViolation } from '../../../src/domain/ledger/audit.ts'

/**
 * What an audit finds wrong before the usage has counted the receipts that wait, and after it: both must agree with the
 * ledger.
 */
export const auditViolations = async (db: Kysely<Database>): Promise<readonly LedgerViolation[]> => {
  const audit = auditLedger({ ledgerAudit: kyselyLedgerAudit(db) })
  const { violations } = await audit()
  await countUsage({ usageCounter: kyselyUsageCounter(db) })(new AbortController().signal)
  return [...violations, ...(await audit()).violations]
}
