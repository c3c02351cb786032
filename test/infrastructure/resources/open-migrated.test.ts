import { expect } from 'chai'
import { openMigrated } from '../../../src/infrastructure/resources/open-migrated.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { StartRefused } from '../../../src/infrastructure/failures/start-refused.ts'
import { freshDatabase } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'

describe('A database that a process opens', () => {
  let database: TestDatabase
  before(async () => {
    database = await freshDatabase('postgresql')
  })
  after(() => database.close())

  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => lines.push(line) > 0 })
  const open = (options = '') =>
    openMigrated({ engine: 'postgresql', url: `${database.url ?? ''}${options}` }, log, true)

  it('says in one line whether a failover keeps what was acknowledged', async () => {
    lines.length = 0
    await (await open()).close()
    expect(lines.filter((line) => line.includes('a failover may lose the charges'))).to.have.lengthOf(1)
  })

  it('is refused where its sessions lose their settings, as behind a pooler', async () => {
    const refused: unknown = await open('?options=-c%20jit%3Doff').catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(StartRefused)
    expect((refused as Error).message).to.include('drops the settings of sessions')
  })
})
