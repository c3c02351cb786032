import { expect } from 'chai'
import { sql } from 'kysely'
import pg from 'pg'
import { isOutage } from '../../../../src/adapters/persistence/engine/is-outage.ts'
import { openPostgres } from '../../../../src/adapters/persistence/engine/postgres.ts'
import type { OpenDatabase } from '../../../../src/adapters/persistence/engine/database.ts'
import { kyselyUsageCounter } from '../../../../src/adapters/persistence/usage/usage-counter.ts'
import { eventually } from '../../../support/eventually.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'

const outcomeOf = (work: Promise<unknown>): Promise<unknown> => work.then(String, (error: unknown) => error)

describeOnDatabases(
  'work that takes long',
  (database) => {
    let own: OpenDatabase
    let counting: pg.Client

    beforeEach(async () => {
      own = await openPostgres(database().url ?? '', { statementTimeoutMs: 100, lockTimeoutMs: 0 })
      // Another worker that counts: a count anew waits for it.
      counting = new pg.Client({ connectionString: database().url ?? '' })
      await counting.connect()
      await counting.query('begin; select from usage_counting for update')
    })
    afterEach(async () => {
      await counting.end()
      await own.close()
    })

    const countsAnew = () => outcomeOf(kyselyUsageCounter(own.db, own.longWork.db).countAnew())
    const waiting = async (): Promise<number> =>
      (
        await sql`select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%usage_counting%'`.execute(
          database().db,
        )
      ).rows.length

    it('goes on after the time at which a client gives up any other statement', async () => {
      const counted = countsAnew()
      const other = own.db.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction)
        await sql`select from usage_counting for update`.execute(transaction)
      })
      expect(await outcomeOf(other)).to.satisfy(isOutage)
      await counting.query('commit')
      expect(await counted).to.equal('0')
    })

    it('ends on the server too when it is given up, and can be done again', async () => {
      const counted = countsAnew()
      await eventually(async () => (await waiting()) === 1)
      await own.longWork.giveUp()
      expect(await counted).to.satisfy(isOutage)
      await eventually(async () => (await waiting()) === 0)
      await counting.query('commit')
      expect(await countsAnew()).to.equal('0')
    })

    it('keeps no process from its stop', async () => {
      const counted = countsAnew()
      await eventually(async () => (await waiting()) === 1)
      const closing = await openPostgres(database().url ?? '')
      await closing.longWork.giveUp()
      await closing.close()
      expect(await waiting(), 'what another process does').to.equal(1)
      await own.close()
      expect(await counted).to.satisfy(isOutage)
      own = await openPostgres(database().url ?? '')
    })
  },
  ['postgresql'],
)
