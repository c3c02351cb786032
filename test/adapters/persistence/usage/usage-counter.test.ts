import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import pg from 'pg'
import { systemAccountId } from '../../../../src/domain/ledger/account.ts'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { openPostgres } from '../../../../src/adapters/persistence/engine/postgres.ts'
import type { OpenDatabase } from '../../../../src/adapters/persistence/engine/database.ts'
import type { Database } from '../../../../src/adapters/persistence/schema/schema.ts'
import { kyselyUsageCounter } from '../../../../src/adapters/persistence/usage/usage-counter.ts'
import { kyselyUsageLog } from '../../../../src/adapters/persistence/usage/usage-log.ts'
import { waitingChanges } from '../../../../src/adapters/persistence/usage/usage-batches.ts'
import { countUsage } from '../../../../src/application/billing/usage/count-usage.ts'
import type { Settle } from '../../../../src/domain/ledger/command.ts'
import type { UsageSums } from '../../../../src/domain/ledger/usage/usage-sums.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { eventually } from '../../../support/eventually.ts'
import { auditViolations } from '../../../support/ledger/audit-violations.ts'
import { holdCommand, receiptOf, settleCommand, topUpCommand } from '../../../support/ledger/ledger-commands.ts'
import { makeWalletIn } from '../../../support/ledger/ledger-worlds.ts'
import { crossWriters } from '../../../support/servers/crossing-writers.ts'
import { describeOnDatabases, openAgain } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'

const customer = async (database: TestDatabase, ledger = openLedger(database.open.batches)) => {
  const { db } = database
  const walletId = await makeWalletIn(database)
  await ledger.submit(topUpCommand(walletId, 1_000n))
  const place = async () => {
    const held = holdCommand(walletId, 10n, { holdId: testId() })
    await ledger.submit(held)
    return held
  }
  const call = async (price: bigint) => {
    const held = await place()
    await ledger.submit(settleCommand(held, price))
    return held
  }
  const usage = async (): Promise<UsageSums | undefined> => {
    const { owner } = await db
      .selectFrom('accounts')
      .select('owner')
      .where('id', '=', walletId)
      .executeTakeFirstOrThrow()
    const [all] = await kyselyUsageLog(db).sum({
      accountId: owner!,
      currency: 'RUB',
      from: new Date(0),
      to: new Date('2100-01-01T00:00:00Z'),
      keyId: null,
      model: null,
      surface: null,
      group: 'surface',
      timeZone: 'UTC',
    })
    return all?.sums
  }
  return { ledger, walletId, place, call, usage }
}

/** What the hours alone tell, without what lies behind the watermark. */
const callsInHours = async (db: Kysely<Database>): Promise<bigint> => {
  const { rows } = await sql<{ calls: bigint }>`
    select coalesce(sum(calls), 0)::bigint as calls from usage_hours`.execute(db)
  return rows[0]!.calls
}

const count = (db: Kysely<Database>): Promise<number> =>
  countUsage({ usageCounter: kyselyUsageCounter(db) })(new AbortController().signal)

describeOnDatabases('the counting of the usage', (database) => {
  it('makes a partition for each month of which it counts something', async () => {
    const { db } = database()
    const { ledger, walletId } = await customer(database())
    for (const time of ['2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z']) {
      const hex = Date.parse(time).toString(16).padStart(12, '0')
      const held = holdCommand(walletId, 1n, { holdId: `${hex.slice(0, 8)}-${hex.slice(8)}${testId().slice(13)}` })
      await ledger.submit(held)
      await ledger.submit(settleCommand(held, 1n))
    }
    await count(db)
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits
       where inhparent = 'usage_hours'::regclass order by 1`.execute(db)
    expect(rows.map(({ name }) => name)).to.deep.equal(['usage_hours_2025_12', 'usage_hours_2026_01'])
    expect(await auditViolations(db)).to.deep.equal([])
  })

  it('gets one row of a batch of calls by many keys, of which each customer reads its own before it is counted and after', async () => {
    const { db } = database()
    const ledger = openLedger(database().open.batches)
    const [first, second] = [await customer(database(), ledger), await customer(database(), ledger)]
    const rows = async () =>
      Number((await sql<{ n: bigint }>`select count(*) as n from usage_batches`.execute(db)).rows[0]!.n)
    const ends: Settle[] = []
    const before = await rows()
    for (let made = 0; made < 60; made += 1) {
      const of = made % 3 === 0 ? second : first
      const budgetId = testId()
      await db.insertInto('budgets').values({ id: budgetId, limit_amount: null }).execute()
      const held = holdCommand(of.walletId, 10n, { holdId: testId(), budgetId })
      await ledger.submit(held)
      const receipt = receiptOf({ model: `model "${made % 2}"`, usage: { prompt_tokens: made } })
      ends.push(settleCommand(held, 2n, { receipt }))
    }
    await Promise.all(ends.map((end) => ledger.submit(end)))
    expect(await rows()).to.equal(before + 1)
    const numbers = Array.from({ length: 60 }, (_, made) => made)
    const tokens = (ofSecond: boolean): number =>
      numbers.filter((made) => (made % 3 === 0) === ofSecond).reduce((sum, made) => sum + made, 0)
    const bothRead = async (when: string): Promise<void> => {
      expect(await first.usage(), when).to.deep.include({ calls: 40, cost: 80n, inputTokens: tokens(false) })
      expect(await second.usage(), when).to.deep.include({ calls: 20, cost: 40n, inputTokens: tokens(true) })
    }
    await bothRead('before')
    await count(db)
    expect(await rows(), 'left').to.equal(0)
    await bothRead('after')
    expect(await auditViolations(db)).to.deep.equal([])
  })

  it('puts a call whose id tells no time into the hour in which it was written', async () => {
    const { db } = database()
    const { ledger, walletId } = await customer(database())
    const held = holdCommand(walletId, 1n, { holdId: randomUUID() })
    await ledger.submit(held)
    await ledger.submit(settleCommand(held, 1n))
    const hoursIn = async (rows: RawBuilder<unknown>) => (await sql`select hour from ${rows}`.execute(db)).rows
    const { rows: ended } = await sql`
      select date_trunc('hour', ended_at, 'UTC') as hour from holds where id = ${held.holdId}`.execute(db)
    expect(await hoursIn(sql`(${waitingChanges(sql`${walletId}::uuid`)}) as waiting`), 'before').to.deep.equal(ended)
    await count(db)
    expect(await hoursIn(sql`usage_hours where wallet = ${walletId}`), 'after').to.deep.equal(ended)
  })

  it('notes whose usage has grown, once until the note is taken away', async () => {
    const { db } = database()
    const { walletId, call } = await customer(database())
    const touched = () => db.selectFrom('usage_touched').selectAll().where('wallet', '=', walletId).execute()
    await call(1n)
    await count(db)
    await call(1n)
    await count(db)
    expect(await touched()).to.deep.equal([
      { wallet: walletId, budget_id: null, refused: false, refused_limit: null, refused_period_ends_at: null },
    ])
    await db.deleteFrom('usage_touched').execute()
    await count(db)
    expect(await touched(), 'without a new call').to.deep.equal([])
    await call(1n)
    await kyselyUsageCounter(db).countAnew()
    expect(await touched(), 'by a count anew').to.have.length(1)
  })

  for (const table of ['usage_hours', 'usage_sums', 'usage_days'] as const) {
    it(`is found by an audit to have lost a call in ${table}, and mended by counting anew`, async () => {
      const { db } = database()
      const { call } = await customer(database())
      await call(3n)
      await count(db)
      await sql`update ${sql.table(table)} set calls = calls + 1`.execute(db)
      const found = await auditViolations(db)
      expect(new Set(found.map(({ tag }) => tag))).to.deep.equal(new Set(['usage_wrong']))
      await kyselyUsageCounter(db).countAnew()
      expect(await auditViolations(db)).to.deep.equal([])
    })
  }
})

describeOnDatabases('the usage beside processes of an earlier release', (database) => {
  it('counts what processes of an earlier release write, once and with what comes late', async () => {
    const { db } = database()
    const { walletId, place, call, usage } = await customer(database())
    const receipt = JSON.stringify({ model: 'a', kind: 'chat', usage: { prompt_tokens: 7, completion_tokens: 2 } })
    const late = JSON.stringify({ model: 'a', kind: 'chat', usage: { prompt_tokens: 5 }, late: true })
    const [ended, released] = [await place(), await place()]
    const born = testId()
    await db.transaction().execute(async (earlier) => {
      // Its columns of transactions have a default or are named, as that release wrote them.
      await sql`
        update holds set state = 'settled', settled_amount = 4, receipt = ${receipt}::jsonb, ended_at = now(),
               ended_in = pg_current_xact_id(), apart_in = null where id = ${ended.holdId}`.execute(earlier)
      await sql`
        update holds set state = 'released', release_reason = 'expired', ended_at = now(),
               ended_in = pg_current_xact_id(), apart_in = null where id = ${released.holdId}`.execute(earlier)
      await sql`
        insert into holds (id, wallet, currency, amount, state, settled_amount, reference, receipt, expires_at, ended_at)
        values (${born}, ${walletId}, 'RUB', 10, 'settled', 6, ${`chat:${born}`}, ${receipt}::jsonb, now(), now())`.execute(
        earlier,
      )
    })
    expect(await usage()).to.deep.include({ calls: 3, failures: 1, cost: 10n, inputTokens: 14, outputTokens: 4 })
    await count(db)
    await sql`
      with charged as (
        insert into transfers (id, kind, currency, debit, credit, wallet, amount, hold_id, balance_after,
                               reference_kind, reference_id, description)
        values (${released.holdId}, 'charge', 'RUB', ${walletId}, ${systemAccountId('revenue', 'RUB')}, ${walletId}, 8,
                ${released.holdId}, 992, 'chat', 'late', 'late'))
      update holds set receipt = ${late}::jsonb, ended_in = ended_in, apart_in = pg_current_xact_id()
       where id = ${released.holdId}`.execute(db)
    await call(1n)
    const all = { calls: 4, failures: 1, cost: 19n, inputTokens: 20 }
    expect(await usage(), 'with what came late').to.deep.include(all)
    await count(db)
    expect(await usage(), 'counted').to.deep.include(all)
    await kyselyUsageCounter(db).countAnew()
    expect(await usage(), 'counted anew').to.deep.include(all)
  })
})

describeOnDatabases(
  'the counting of the usage by several workers',
  (database) => {
    let others: readonly OpenDatabase[] = []
    beforeEach(async () => {
      others = [await openAgain(database()), await openAgain(database())]
    })
    afterEach(async () => {
      for (const other of others) await other.close()
    })

    it('counts each receipt once', async () => {
      const { call, usage } = await customer(database())
      const before = await callsInHours(database().db)
      for (let round = 0; round < 8; round += 1) {
        await Promise.all([call(1n), call(1n), ...others.map(({ db }) => count(db)), count(database().db)])
      }
      await count(database().db)
      expect(await usage()).to.deep.include({ calls: 16, cost: 16n })
      expect((await callsInHours(database().db)) - before).to.equal(16n)
    })

    it('counts anew while calls end and workers count, and loses none', async () => {
      const { call, usage } = await customer(database())
      for (let round = 0; round < 8; round += 1) {
        const anew = kyselyUsageCounter(others[0]!.db).countAnew()
        await Promise.all([call(1n), anew, call(1n), count(others[1]!.db), count(database().db)])
      }
      expect(await usage(), 'before what is left is counted').to.deep.include({ calls: 16, cost: 16n })
      await count(database().db)
      expect(await usage()).to.deep.include({ calls: 16, cost: 16n })
    })

    it('counts nothing for a worker that dies halfway, and all of it for the next one', async () => {
      const { db, url } = database()
      const { call, usage } = await customer(database())
      await count(db)
      await call(1n)
      const before = await callsInHours(db)
      const dying = await openPostgres(url!, { lockTimeoutMs: 0, statementTimeoutMs: 0 })
      const blocking = new pg.Client({ connectionString: url! })
      await blocking.connect()
      await blocking.query('begin')
      await blocking.query('lock table usage_touched in access exclusive mode')
      try {
        let outcome: string | undefined
        const tell = (tag: string) => (): void => void (outcome = tag)
        const counting = count(dying.db).then(tell('counted'), tell('died'))
        const waiting = sql<{ pid: number }>`
          select pid from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%with earlier%'`
        await eventually(async () => (await waiting.execute(db)).rows.length === 1)
        const { rows } = await waiting.execute(db)
        expect(await kyselyUsageCounter(db).countChunk(), 'a second worker').to.deep.equal({ tag: 'busy' })
        expect(await usage(), 'a reader').to.deep.include({ calls: 1, cost: 1n })
        await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db)
        await counting
        expect(outcome).to.equal('died')
      } finally {
        await blocking.end()
        await dying.close()
      }
      expect(await callsInHours(db), 'what the dead worker left').to.equal(before)
      await count(db)
      expect((await callsInHours(db)) - before).to.equal(1n)
      expect(await usage()).to.deep.include({ calls: 1, cost: 1n })
    })

    it('waits in one order for those who note the same wallets as touched', async () => {
      const { db } = database()
      const ledger = openLedger(database().open.batches)
      const customers = await Promise.all(Array.from({ length: 30 }, () => customer(database(), ledger)))
      await Promise.all(customers.map(({ call }) => call(1n)))
      await sql`delete from usage_touched`.execute(db)
      const [low, ...others] = customers.map(({ walletId }) => walletId).toSorted()
      const noting = (walletIds: readonly string[]) => (writing: Kysely<Database>) =>
        writing
          .insertInto('usage_touched')
          .values(walletIds.map((wallet) => ({ wallet, budget_id: null })))
          .execute()
      const outcomes = await crossWriters(database(), { first: noting([low!]), others: noting(others), both: count })
      expect(outcomes).to.deep.equal(['written', 'written'])
    })

    it('counts a call whose transaction commits after newer ones, while that is under way and after it', async () => {
      const { db } = database()
      const slow = await customer(database())
      const quick = await customer(database())
      const held = await slow.place()
      const ledger = openLedger(others[0]!.batches)
      let ended: string | undefined
      await others[0]!.db.transaction().execute(async (transaction) => {
        await ledger.within(transaction).apply(settleCommand(held, 7n))
        const newer = await quick.call(5n)
        ended = newer.holdId
        await count(db)
        expect(await quick.usage(), 'the newer call').to.deep.include({ calls: 1, cost: 5n })
        expect(await slow.usage(), 'the call that has not ended yet').to.equal(undefined)
      })
      const { rows } = await sql<{ is_older: boolean }>`
        select (select ended_at from holds where id = ${held.holdId}) <
               (select ended_at from holds where id = ${ended}) as is_older`.execute(db)
      expect(rows[0]?.is_older, 'it ended earlier than what was counted').to.equal(true)
      expect(await slow.usage(), 'before it is counted').to.deep.include({ calls: 1, cost: 7n })
      await count(db)
      expect(await slow.usage(), 'after it is counted').to.deep.include({ calls: 1, cost: 7n })
      expect(await quick.usage()).to.deep.include({ calls: 1, cost: 5n })
      expect(await auditViolations(db)).to.deep.equal([])
    })
  },
  ['postgresql'],
)
