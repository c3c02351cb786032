import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { sql } from 'kysely'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import { endSilentInstances } from '../../../src/infrastructure/container/instances.ts'
import { openService } from '../../../src/infrastructure/container/open-service.ts'
import type { ServiceDeps } from '../../../src/infrastructure/container/open-service.ts'
import { database as databaseOf } from '../../../src/infrastructure/container/resources.ts'
import { instance } from '../../../src/infrastructure/container/runtime.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { UNOBSERVED } from '../../../src/infrastructure/observability/metrics/observation.ts'
import { catalogOf } from '../../support/chat/catalogs.ts'
import { eventually } from '../../support/eventually.ts'
import { freshDatabase } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'

const NAME = 'service-under-test'

describe('a service on PostgreSQL', () => {
  let database: TestDatabase
  let deps: ServiceDeps

  before(async () => {
    database = await freshDatabase('postgresql')
    const config = loadConfig(
      { MASTER_KEY: Buffer.alloc(32, 1).toString('base64'), DATABASE_URL: `${database.url}?application_name=${NAME}` },
      import.meta.dirname,
    )
    if (!isRight(config)) throw new Error('the configuration is refused')
    deps = {
      config: config.right,
      offer: {
        catalog: catalogOf(),
        usable: new Map(),
        unusable: [],
        retired: [],
        payments: { providers: [], reason: null },
        version: '0',
      },
      log: createLog('silent', process.stdout),
    }
  })
  after(() => database.close())

  /** How many sessions the service has. */
  const sessions = async (): Promise<number> => {
    const { rows } = await sql<{ readonly count: string }>`
      select count(*) from pg_stat_activity where application_name = ${NAME}`.execute(database.db)
    return Number(rows[0]?.count)
  }

  it('leaves nothing open where a later part does not open', async () => {
    const batches = (): never => {
      throw new Error('no ledger today')
    }
    const opening = openService({ ...deps, observation: { ...UNOBSERVED, batches } })
    expect(await opening.catch(String)).to.equal('Error: no ledger today')
    await eventually(async () => (await sessions()) === 0)
  })

  it('closes all parts where one of them does not close, and says which did not', async () => {
    const service = await openService({
      ...deps,
      observation: {
        ...UNOBSERVED,
        ledger: (open) => ({ ...open({}), close: () => Promise.reject(new Error('the ledger is stuck')) }),
      },
    })
    expect(await sessions()).to.be.above(0)
    expect(await service.close().catch(String)).to.equal('Error: the ledger is stuck')
    await eventually(async () => (await sessions()) === 0)
  })

  it('shows that it lives, and looks at others, while requests use all connections', async () => {
    const service = await openService(deps)
    const { db, pools } = service.get(databaseOf)
    const done = Promise.withResolvers<void>()
    const request = () => db.connection().execute(() => done.promise)
    const requests = Array.from({ length: 24 }, () => request().catch(String))
    await eventually(() => pools().some(({ pool, waiting }) => pool === 'common' && waiting > 0))
    const process = service.get(instance)
    await process.begin()
    await process.beat()
    expect(process.mayAdmit()).to.equal(true)
    expect(await service.get(endSilentInstances)()).to.equal(0)
    await process.end()
    done.resolve()
    await Promise.all(requests)
    await service.close()
  })
})
