import { expect } from 'chai'
import { recordAudit } from '../../../../src/application/billing/wallets/record-audit.ts'
import { auditLedger } from '../../../../src/application/billing/wallets/audit-ledger.ts'
import { kyselyLedgerAudit } from '../../../../src/adapters/persistence/ledger/ledger-audit.ts'
import { makeWalletIn } from '../../../support/ledger/ledger-worlds.ts'
import { freshDatabase } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'
import { memoryAuditLog } from '../../../twins/billing/audit-log.ts'

describe('a recorded audit', () => {
  let database: TestDatabase
  before(async () => (database = await freshDatabase('pglite')))
  after(() => database.close())

  /** A clock that goes on by a quarter of a second with each look. */
  const clockFrom = (startMs: number) => {
    let nowMs = startMs
    return { now: () => (nowMs += 250) }
  }
  const audit = () => auditLedger({ ledgerAudit: kyselyLedgerAudit(database.db) })()

  it('is kept with what the accounts add up to and the laws that it found broken', async () => {
    const wallet = await makeWalletIn(database)
    await database.db.updateTable('accounts').set({ balance: 2_500_000n }).where('id', '=', wallet).execute()
    const audits = memoryAuditLog()
    const deps = { auditLedger: audit, audits, clock: clockFrom(1_000), onUnrecorded: () => undefined }
    const { violations } = await recordAudit(deps)()
    expect(violations.length).to.be.above(0)
    expect(await audits.last()).to.deep.equal({
      at: new Date(1_500),
      tookMs: 250,
      violations: violations.length,
      deltas: [
        { currency: 'RUB', amount: 2_500_000n },
        { currency: 'TOKEN', amount: 0n },
      ],
    })
  })

  it('is answered also where it could not be kept', async () => {
    const errors: unknown[] = []
    const add = () => Promise.reject(new Error('the disk is full'))
    const onUnrecorded = (error: unknown) => void errors.push(error)
    const report = await recordAudit({ auditLedger: audit, audits: { add }, clock: clockFrom(0), onUnrecorded })()
    expect(report.figures.wallets).to.equal(1)
    expect(errors).to.have.lengthOf(1)
  })
})
