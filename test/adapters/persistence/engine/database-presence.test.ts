import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { sql } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from '../../../../src/adapters/persistence/engine/database.ts'
import { DatabaseAway } from '../../../../src/adapters/persistence/engine/database-away.ts'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { OpenLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { openPostgres } from '../../../../src/adapters/persistence/engine/postgres.ts'
import { eventually } from '../../../support/eventually.ts'
import { holdCommand } from '../../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../../support/ledger/ledger-worlds.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { startTcpProxy } from '../../../support/servers/tcp-proxy.ts'
import type { TcpProxy } from '../../../support/servers/tcp-proxy.ts'
import { timed } from '../../../support/timed.ts'

/** Less than a connection or a statement may take before it is given up. */
const AT_ONCE_MS = 1_900

/** What a question may take, what silence goes before it, and time for a slow machine. */
const SOON_MS = 8_000

const standStill = (ms: number): void => {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

describeOnDatabases(
  'the presence of a database',
  (database) => {
    let proxy: TcpProxy
    let far: OpenDatabase
    let ledger: OpenLedger
    let walletId: string
    let heard: string[]

    beforeEach(async () => {
      const url = new URL(database().url ?? '')
      proxy = await startTcpProxy(Number(url.port === '' ? 5432 : url.port))
      url.hostname = '127.0.0.1'
      url.port = String(proxy.port)
      far = await openPostgres(url.href)
      ledger = openLedger(far.batches)
      walletId = await databaseWorld(database()).makeWallet(1_000n)
      heard = []
      far.presence.listen({
        onAway: () => heard.push('away'),
        onOtherServer: () => heard.push('other server'),
        onBack: () => heard.push('back'),
      })
      await Promise.all(Array.from({ length: 12 }, () => read()))
      await ledger.submit(holdCommand(walletId, 1n))
    })
    afterEach(async () => {
      proxy.heal()
      await ledger.close()
      await far.close()
      await proxy.close()
    })

    const read = (): Promise<unknown> => sql`select 1`.execute(far.db)
    const failure = (work: Promise<unknown>): Promise<unknown> =>
      work.then(() => null).catch((reason: unknown) => reason)

    const expectAwayAtOnce = async (): Promise<void> => {
      const opened = proxy.opened()
      const many = await timed(() => Promise.all(Array.from({ length: 200 }, () => failure(read()))))
      expect(many.ms).to.be.below(AT_ONCE_MS)
      for (const reason of many.value) expect(reason).to.be.instanceOf(DatabaseAway)
      const hold = await timed(() => ledger.submit(holdCommand(walletId, 1n)))
      expect(hold.ms).to.be.below(AT_ONCE_MS)
      expect(hold.value).to.deep.equal({ _tag: 'Left', left: { tag: 'ledger_unavailable' } })
      const waiting = far.pools().reduce((sum, pool) => sum + pool.waiting, 0)
      expect(waiting, 'callers that wait for a connection').to.equal(0)
      // The prober alone connects; it may have asked a few times by now.
      expect(proxy.opened() - opened).to.be.below(10)
    }

    const expectReturn = async (): Promise<void> => {
      await eventually(() => heard.includes('back'), 50)
      expect(heard).to.deep.equal(['away', 'back'])
      await read()
      expect(isLeft(await ledger.submit(holdCommand(walletId, 1n)))).to.equal(false)
    }

    it('ends when the server is gone, for all callers at once, and begins again by itself', async () => {
      await proxy.refuse()
      await eventually(() => far.presence.isAway())
      await expectAwayAtOnce()
      await proxy.reopen()
      await expectReturn()
    })

    it('ends in a silence, also for those whose statements are under way', async () => {
      proxy.blackhole()
      const began = await timed(() =>
        Promise.all([...Array.from({ length: 50 }, () => failure(read())), ledger.submit(holdCommand(walletId, 1n))]),
      )
      expect(began.ms).to.be.below(SOON_MS)
      for (const reason of began.value.slice(0, 50)) expect(reason).to.be.instanceOf(Error)
      expect(began.value.at(-1)).to.have.nested.property('left.tag', 'ledger_unavailable')
      expect(far.presence.isAway()).to.equal(true)
      await expectAwayAtOnce()
      proxy.heal()
      await expectReturn()
    })

    it('does not end while statements only take long', async () => {
      await sql`select pg_sleep(3)`.execute(far.db)
      expect(heard).to.deep.equal([])
    })

    it('does not end because this process is busy and comes to its sockets late', async () => {
      far.presence.wonder()
      // The second turn ends behind the two seconds that a question takes in an idle process.
      for (let turn = 0; turn < 8; turn += 1) {
        standStill(1_100)
        await nextTurn()
      }
      expect(heard).to.deep.equal([])
    })

    it('does not end because the server ends sessions', async () => {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`.execute(database().db)
      await eventually(async () => (await failure(read())) === null)
      expect(heard).to.deep.equal([])
    })

    it('ends where the server takes no writes, and begins again when it does', async () => {
      const operator = new pg.Client(database().url ?? '')
      await operator.connect()
      await operator.query('set default_transaction_read_only = off')
      const { rows } = await operator.query<{ name: string }>('select quote_ident(current_database()) as name')
      const alter = `alter database ${rows[0]?.name}`
      await operator.query(`${alter} set default_transaction_read_only = on`)
      try {
        far.presence.wonder()
        await eventually(() => far.presence.isAway())
        expect(await failure(read())).to.be.instanceOf(DatabaseAway)
      } finally {
        await operator.query(`${alter} reset default_transaction_read_only`)
        await operator.end()
      }
      await expectReturn()
    })
  },
  ['postgresql'],
)
