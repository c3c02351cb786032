import { expect } from 'chai'
import { kyselyAuditLog } from '../../../src/adapters/persistence/operators/audit-log.ts'
import type { AuditLog, AuditResult } from '../../../src/application/ports/billing/audit-log.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { memoryAuditLog } from '../../twins/billing/audit-log.ts'
import { AT, later } from '../accounts/identity-stores.ts'

const contract = (open: () => AuditLog): void => {
  it('knows the last audit to the micro-unit, and none before the first', async () => {
    const log = open()
    expect(await log.last()).to.equal(null)
    const sound: AuditResult = {
      at: later(5_000),
      tookMs: 1_200,
      violations: 0,
      deltas: [
        { currency: 'RUB', amount: 0n },
        { currency: 'TOKEN', amount: 0n },
      ],
    }
    await log.add(sound)
    await log.add({ ...sound, at: AT, violations: 9 })
    expect(await log.last(), 'a later one was written first').to.deep.equal(sound)
    const broken: AuditResult = {
      at: later(9_000),
      tookMs: 0,
      violations: 3,
      deltas: [{ currency: 'RUB', amount: -9_007_199_254_740_993n }],
    }
    await log.add(broken)
    expect(await log.last()).to.deep.equal(broken)
  })
}

describe('the log of audits in memory', () => contract(() => memoryAuditLog()))

describeOnDatabases('the log of audits', (database) => {
  contract(() => kyselyAuditLog(database().db))

  it('deletes audits of more than 90 days ago', async () => {
    const { db } = database()
    const log = kyselyAuditLog(db)
    const result = { tookMs: 1, violations: 0, deltas: [] }
    const day = (n: number): Date => later(1e9 + n * 86_400_000)
    for (const each of [0, 2, 91]) await log.add({ ...result, at: day(each) })
    const rows = await db.selectFrom('ledger_audits').select('at').where('at', '>=', day(0)).orderBy('at').execute()
    expect(rows.map(({ at }) => at)).to.deep.equal([day(2), day(91)])
  })
})
