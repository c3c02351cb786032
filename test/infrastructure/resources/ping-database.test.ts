import { expect } from 'chai'
import { openPostgres } from '../../../src/adapters/persistence/engine/postgres.ts'
import { pingDatabase } from '../../../src/infrastructure/resources/ping-database.ts'
import { connected, describeOnDatabases } from '../../support/servers/databases.ts'
import { freePort } from '../../support/servers/loopback.ts'

describeOnDatabases(
  'a look at the database',
  (database) => {
    it('tells one that answers, one that is busy, and one that is away', async () => {
      const own = await openPostgres(database().url ?? '', { poolSize: 1, connectTimeoutMs: 200 })
      await connected(own.db)
      expect(await pingDatabase(own)).to.equal('ok')
      expect(await own.db.connection().execute(() => pingDatabase(own))).to.equal('busy')
      await own.close()
      const absent = await openPostgres(`postgres://postgres@127.0.0.1:${await freePort()}/none`)
      expect(await pingDatabase(absent)).to.equal('away')
      await absent.close()
    })
  },
  ['postgresql'],
)
