import { expect } from 'chai'
import { kyselyOperatorLog } from '../../../src/adapters/persistence/operators/operator-log.ts'
import type { OperatorLog } from '../../../src/application/ports/process/operator-log.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { memoryOperatorLog } from '../../twins/process/operator-log.ts'
import { testId } from '../billing/billing-stores.ts'
import { AT, later } from '../accounts/identity-stores.ts'

const contract = (open: () => OperatorLog): void => {
  it('keeps what operators did, the newest first, and no more of it than is asked for', async () => {
    const log = open()
    const credit = {
      id: testId(),
      at: AT,
      operator: 'ann@office',
      command: 'users credit',
      arguments: { email: 'bob@example.com', amount: '5', reason: 'it’s "quoted"' },
      exitCode: 0,
    }
    const sweep = { ...credit, id: testId(), at: later(1), command: 'holds sweep', arguments: {}, exitCode: 1 }
    await log.record(credit)
    await log.record(sweep)
    const [newest, older] = [credit, sweep].toSorted((a, b) => (a.id < b.id ? 1 : -1))
    expect(await log.latest(10)).to.deep.equal([newest, older])
    expect(await log.latest(1)).to.deep.equal([newest])
  })
}

describe('operator log contract in memory', () => contract(() => memoryOperatorLog()))
describeOnDatabases('operator log contract', (database) => contract(() => kyselyOperatorLog(database().db)))
