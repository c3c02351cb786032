import { PGlite } from '@electric-sql/pglite'
import { expect } from 'chai'
import { sql } from 'kysely'
import sinon from 'sinon'
import { schemaStatus } from '../../../src/adapters/persistence/engine/migrations-runner.ts'
import { openPglite } from '../../../src/adapters/persistence/engine/pglite.ts'
import { MIGRATION_OPTIONS, openPostgres } from '../../../src/adapters/persistence/engine/postgres.ts'
import { openMigrated } from '../../../src/infrastructure/resources/open-migrated.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { StartRefused } from '../../../src/infrastructure/failures/start-refused.ts'
import type { Migrates } from '../../../src/infrastructure/resources/open-migrated.ts'
import { makeDataDir } from '../../support/processes/gateway-process.ts'
import { emptyPostgres, freshDatabase } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'
import { startTcpProxy } from '../../support/servers/tcp-proxy.ts'
import { migrateTo } from '../../support/servers/older-schema.ts'

describe('A database that a process opens', () => {
  let database: TestDatabase
  before(async () => {
    database = await freshDatabase('postgresql')
  })
  after(() => database.close())

  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => lines.push(line) > 0 })
  const open = (options = '') =>
    openMigrated({ engine: 'postgresql', url: `${database.url ?? ''}${options}` }, log, 'empty_and_older')

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

describe('A database that takes its connections late', () => {
  /** Longer than a service waits for a connection, which has others to answer. */
  const LATE_MS = 2_500

  it('is waited for by a command, for which its operator alone waits', async () => {
    const database = await freshDatabase('postgresql')
    const url = new URL(database.url ?? '')
    const proxy = await startTcpProxy(Number(url.port === '' ? 5432 : url.port))
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    proxy.answerLate(LATE_MS)
    try {
      const config = { engine: 'postgresql', url: url.href } as const
      const opened = await openMigrated(config, createLog('silent', { write: () => true }), 'none')
      const { rows } = await sql`select 1 as one`.execute(opened.longWork.db)
      expect(rows).to.deep.equal([{ one: 1 }])
      await opened.close()
    } finally {
      await proxy.close()
      await database.close()
    }
  })
})

describe('A database without the migrations of this release', () => {
  const log = createLog('silent', { write: () => true })

  const attempt = async (url: string, migrates: Migrates): Promise<string> => {
    try {
      await (await openMigrated({ engine: 'postgresql', url }, log, migrates)).close()
      return 'opened'
    } catch (error) {
      if (error instanceof StartRefused) return error.message
      throw error
    }
  }

  it('is refused to a command and keeps the tables of the earlier release; a worker migrates it', async () => {
    const { url, drop } = await emptyPostgres()
    const beside = await openPostgres(url, MIGRATION_OPTIONS)
    await migrateTo(beside.db, '0063-values-of-chains')
    const earlier = await schemaStatus(beside.db)
    if (earlier.tag !== 'behind') throw new Error('the schema is not of an earlier release')
    expect(await attempt(url, 'none')).to.include(`${earlier.missing.length} migration(s) are missing`)
    expect(await schemaStatus(beside.db)).to.deep.equal(earlier)
    expect(await attempt(url, 'older')).to.equal('opened')
    expect(await schemaStatus(beside.db)).to.deep.equal({ tag: 'current' })
    expect(await attempt(url, 'none')).to.equal('opened')
    await beside.close()
    await drop()
  })

  it('is made by a server alone where it is empty', async () => {
    const { url, drop } = await emptyPostgres()
    for (const migrates of ['none', 'older'] as const) {
      expect(await attempt(url, migrates)).to.include('only serve and migrate make a new one')
    }
    expect(await attempt(url, 'empty_and_older')).to.equal('opened')
    await drop()
  })
})

describe('An embedded database of a newer release', () => {
  it('is refused, and does not stay open', async () => {
    const { path, remove } = await makeDataDir()
    const newer = await openPglite(path)
    await sql`create table kysely_migration (name text)`.execute(newer.db)
    await sql`insert into kysely_migration values ('9999-of-a-newer-release')`.execute(newer.db)
    await newer.close()
    const closing = sinon.spy(PGlite.prototype, 'close')
    try {
      const log = createLog('silent', { write: () => true })
      const opening = openMigrated({ engine: 'pglite', dataDir: path }, log, 'empty_and_older')
      expect(await opening.catch(String)).to.include('9999-of-a-newer-release')
      expect(closing.callCount).to.equal(1)
    } finally {
      closing.restore()
      await remove()
    }
  })
})
