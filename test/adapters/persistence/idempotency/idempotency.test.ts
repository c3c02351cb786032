import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { DatabaseBusy } from '../../../../src/adapters/persistence/engine/database-busy.ts'
import { openPostgres } from '../../../../src/adapters/persistence/engine/postgres.ts'
import { kyselyIdempotency } from '../../../../src/adapters/persistence/idempotency/idempotency.ts'
import { connected, describeOnDatabases } from '../../../support/servers/databases.ts'

describeOnDatabases(
  'a claim on an Idempotency-Key',
  (database) => {
    it('that got no connection is refused, and not taken for one that may have been made', async () => {
      const own = await openPostgres(database().url ?? '', { poolSize: 1, connectTimeoutMs: 100 })
      await connected(own.db)
      const claim = {
        userId: randomUUID(),
        scope: 'POST /v1/chat/completions',
        key: 'one',
        requestHash: new Uint8Array(32),
        fence: randomUUID(),
        instance: randomUUID(),
        operationId: randomUUID(),
      }
      const refused = await own.db.connection().execute(() =>
        kyselyIdempotency(own.db)
          .claim(claim)
          .catch((error: unknown) => error),
      )
      expect(refused).to.be.instanceOf(DatabaseBusy)
      await own.close()
    })
  },
  ['postgresql'],
)
