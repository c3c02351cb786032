import type { AuditLog, AuditResult } from '../../../src/application/ports/billing/audit-log.ts'

export const memoryAuditLog = (): AuditLog => {
  const results: AuditResult[] = []
  return {
    add: async (result) => void results.push(result),
    last: async () => results.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0] ?? null,
  }
}
