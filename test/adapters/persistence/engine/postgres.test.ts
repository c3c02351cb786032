import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { sql } from 'kysely'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { DatabaseBusy } from '../../../../src/adapters/persistence/engine/database-busy.ts'
import { openPostgres } from '../../../../src/adapters/persistence/engine/postgres.ts'
import { eventually } from '../../../support/eventually.ts'
import { connected, describeOnDatabases } from '../../../support/servers/databases.ts'
import { holdCommand } from '../../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../../support/ledger/ledger-worlds.ts'
import { startTcpProxy } from '../../../support/servers/tcp-proxy.ts'

describeOnDatabases(
  'a database behind a network that swallows everything',
  (database) => {
    it('fails calls that it keeps from their answers, and serves again at its return', async () => {
      const url = new URL(database().url ?? '')
      const proxy = await startTcpProxy(Number(url.port === '' ? 5432 : url.port))
      url.hostname = '127.0.0.1'
      url.port = String(proxy.port)
      const far = await openPostgres(url.href, { connectTimeoutMs: 3_000, statementTimeoutMs: 3_000 })
      const ledger = openLedger(far.batches)
      const { makeWallet, sumsOf, violations } = databaseWorld(database())
      const walletId = await makeWallet(1_000n)
      expect(isRight(await ledger.submit(holdCommand(walletId, 1n)))).to.equal(true)
      await sql`select 1`.execute(far.db)

      proxy.blackhole()
      const hold = holdCommand(walletId, 1n)
      const submitted = ledger.submit(hold)
      // Both end while the network still swallows everything.
      expect(await sql`select 1`.execute(far.db).catch((reason: unknown) => reason)).to.be.instanceOf(Error)
      // The statement went out before anything was known of the network: it may be on its way for ever.
      expect(await submitted).to.deep.include({ left: { tag: 'ledger_unavailable', mayHaveLanded: true } })

      proxy.heal()
      await eventually(() => !far.presence.isAway())
      expect((await sql`select 1`.execute(far.db)).rows).to.have.length(1)
      const again = await ledger.submit(hold)
      expect(isRight(again) && again.right.tag).to.equal('held')
      expect((await sumsOf(walletId)).held).to.equal(2n)
      expect(await violations()).to.deep.equal([])
      await ledger.close()
      await far.close()
      await proxy.close()
    })
  },
  ['postgresql'],
)

describeOnDatabases(
  'a database all of whose connections are in use',
  (database) => {
    it('is busy and not away, in words of its own, and serves again once one is free', async () => {
      const own = await openPostgres(database().url ?? '', { poolSize: 1, connectTimeoutMs: 200 })
      await connected(own.db)
      const reason = await own.db.connection().execute(async () => {
        const waiting = sql`select 1`.execute(own.db)
        return waiting.catch((error: unknown) => error)
      })
      expect(reason).to.be.instanceOf(DatabaseBusy)
      expect(own.presence.isAway()).to.equal(false)
      expect((await sql`select 1 as one`.execute(own.db)).rows).to.deep.equal([{ one: 1 }])
      await own.close()
    })
  },
  ['postgresql'],
)

describeOnDatabases(
  'a connection whose server takes no writes any more',
  (database) => {
    it('is given up after the first write that it refused', async () => {
      const own = await openPostgres(database().url ?? '', { poolSize: 1 })
      await sql`select set_config('default_transaction_read_only', 'on', false)`.execute(own.db)
      const write = () => sql`create table written (at int)`.execute(own.db)
      expect(await write().catch((reason: unknown) => reason)).to.have.property('code', '25006')
      await write()
      await own.close()
    })
  },
  ['postgresql'],
)

describeOnDatabases(
  'a database whose owner set it otherwise',
  (database) => {
    it('writes dates that are read, in UTC, and reads what others have committed, on every connection', async () => {
      const { db, url } = database()
      const name = sql.id(new URL(url ?? '').pathname.slice(1))
      const others = { datestyle: 'German', timezone: 'Asia/Kolkata', default_transaction_isolation: 'serializable' }
      for (const [setting, value] of Object.entries(others))
        await sql`alter database ${name} set ${sql.id(setting)} to ${sql.lit(value)}`.execute(db)
      const own = await openPostgres(url ?? '')
      const text = `select '2027-02-03 04:30:00+00'::timestamptz as at, date_trunc('hour', '2027-02-03 04:30:00+00'::timestamptz) as hour,
        current_setting('transaction_isolation') as isolation`
      const read = {
        at: new Date('2027-02-03T04:30Z'),
        hour: new Date('2027-02-03T04:00Z'),
        isolation: 'read committed',
      }
      for (const connection of [own.db, own.longWork.db])
        expect((await sql.raw(text).execute(connection)).rows).to.deep.equal([read])
      const inBatch = await own.batches.run([{ text, values: [] }], async ([rows]) => ({ write: null, value: rows }))
      expect(inBatch).to.deep.equal([read])
      await own.close()
    })
  },
  ['postgresql'],
)

describeOnDatabases(
  'a statement whose table gets another column while the process runs',
  (database) => {
    it('is prepared anew, at once outside a transaction, and after one failure in it', async () => {
      const { db } = database()
      const own = await openPostgres(database().url ?? '', { poolSize: 1 })
      await sql`create table widened (id int)`.execute(db)
      await sql`insert into widened values (1)`.execute(db)
      const read = async (connection: typeof own.db) =>
        (await sql`select * from widened where id = ${1}`.execute(connection)).rows
      expect(await read(own.db)).to.deep.equal([{ id: 1 }])
      await sql`alter table widened add column name text`.execute(db)
      expect(await read(own.db)).to.deep.equal([{ id: 1, name: null }])
      await sql`alter table widened add column size int`.execute(db)
      const inTransaction = () => own.db.transaction().execute(read)
      expect(await inTransaction().catch((reason: unknown) => reason)).to.have.property('code', '0A000')
      expect(await inTransaction()).to.deep.equal([{ id: 1, name: null, size: null }])
      await own.close()
    })
  },
  ['postgresql'],
)

describeOnDatabases(
  'the statements of the ledger',
  (database) => {
    it('that are under way at once are carried out on one connection, in the order they were given', async () => {
      const own = await openPostgres(database().url ?? '')
      const write = (text: string, ...values: readonly unknown[]) => own.batches.write({ text, values })
      // A temporary table is there for its own connection alone.
      const steps = ['create temporary table steps (at int unique)', 'insert into steps values (1)', 'drop table steps']
      await Promise.all(steps.map((step) => write(step)))

      // One that fails takes none of its neighbours along, and the connection serves on.
      const failing = Promise.allSettled([write('select 1'), write('select 1 / 0'), write('select 1')])
      expect((await failing).map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
      // One whose connection is over leaves the next a new one.
      const ended = Promise.allSettled([write('select pg_terminate_backend(pg_backend_pid())'), write('select 1')])
      expect((await ended).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
      await write('select 1')
      await own.close()
    })

    it('are compiled on no connection, however expensive the server thinks them', async () => {
      const { rows } = await sql<{ jit: string }>`show jit`.execute(database().db)
      expect(rows).to.deep.equal([{ jit: 'off' }])
      const ofLedger = await database().open.batches.run([{ text: 'show jit', values: [] }], async ([shown]) => ({
        write: null,
        value: shown?.[0],
      }))
      expect(ofLedger).to.deep.equal({ jit: 'off' })
    })

    it('are planned once a connection, not once a batch', async () => {
      const own = await openPostgres(database().url ?? '', { ledgerConnections: 1 })
      const ledger = openLedger(own.batches)
      const walletId = await databaseWorld(database()).makeWallet(1_000n)
      for (let placed = 0; placed < 10; placed += 1) await ledger.submit(holdCommand(walletId, 1n))
      const counted = 'select sum(generic_plans) as once, sum(custom_plans) as anew from pg_prepared_statements'
      const plans = await own.batches.run([{ text: counted, values: [] }], async ([rows]) => ({
        write: null,
        value: rows?.[0],
      }))
      expect(Number(plans?.['once'])).to.be.greaterThan(9)
      expect(Number(plans?.['anew'])).to.equal(0)
      await ledger.close()
      await own.close()
    })
  },
  ['postgresql'],
)
