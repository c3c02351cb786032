import { expect } from 'chai'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { OpenDatabase } from '../../../../src/adapters/persistence/engine/database.ts'
import { migrate } from '../../../../src/adapters/persistence/engine/migrations-runner.ts'
import { openPglite } from '../../../../src/adapters/persistence/engine/pglite.ts'
import { MIGRATION_OPTIONS, openPostgres } from '../../../../src/adapters/persistence/engine/postgres.ts'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { Database } from '../../../../src/adapters/persistence/schema/schema.ts'
import { kyselyUsageCounter } from '../../../../src/adapters/persistence/usage/usage-counter.ts'
import { UNCOUNTED, USAGE_TOTALS } from '../../../../src/adapters/persistence/usage/usage-totals.ts'
import { countUsage } from '../../../../src/application/billing/usage/count-usage.ts'
import { systemAccountId } from '../../../../src/domain/ledger/account.ts'
import { eventually } from '../../../support/eventually.ts'
import { auditViolations } from '../../../support/ledger/audit-violations.ts'
import { holdCommand, settleCommand } from '../../../support/ledger/ledger-commands.ts'
import { emptyPostgres } from '../../../support/servers/databases.ts'
import { migrateTo } from '../../../support/servers/older-schema.ts'

/** The last migration before the hourly usage (0064) and the periods of spend limits (0065). */
const OLDER_SCHEMA = '0063-values-of-chains'

/** Ids of version 7, made on one day of September. */
const idOf = (number: number): string => {
  const hex = Date.parse('2026-09-01T12:00:00Z').toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-9000-${number.toString().padStart(12, '0')}`
}

const [OWNER, WALLET, LIMITED, UNLIMITED, RUNNING, WRITTEN_OFF] = [1, 2, 3, 4, 10, 12].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
]

/** As releases before these migrations wrote receipts: with neither `surface` nor `late`. */
const receipt = (outcome: string): string =>
  JSON.stringify({
    model: 'sandbox/echo',
    kind: 'chat',
    deployment: null,
    usage: { prompt_tokens: 3, completion_tokens: 2 },
    tariff_version: null,
    outcome,
    estimated: false,
    attempts: [],
  })

/** A wallet with 440 of 500, of which 15 are held, and each way in which a call could end. */
const writeOlderRows = async (db: Kysely<Database>): Promise<void> => {
  const [revenue, deposits, writeoff] = (['revenue', 'deposits', 'writeoff'] as const).map((kind) =>
    systemAccountId(kind, 'RUB'),
  )
  await sql`insert into users (id, email, email_folded) values (${OWNER}, 'a@example.org', 'a@example.org')`.execute(db)
  await sql`
    insert into accounts (id, kind, owner, currency, balance, held)
    values (${WALLET}, 'user', ${OWNER}, 'RUB', 440, 15)`.execute(db)
  await sql`
    insert into budgets (id, limit_amount, spent, held)
    values (${LIMITED}, 100, 60, 15), (${UNLIMITED}, null, 0, 0)`.execute(db)
  await sql`
    insert into holds (id, wallet, currency, amount, state, settled_amount, release_reason, reference, budget_id, receipt,
                       expires_at, ended_at)
    select id::uuid, ${WALLET}, 'RUB', amount, state, settled, reason, 'chat:' || id, ${LIMITED}, receipt::jsonb,
           case state when 'held' then now() + interval '1 hour' else now() end, case state when 'held' then null else now() end
      from (values
        (${RUNNING}, 15, 'held', null::int, null, null),
        (${idOf(11)}, 30, 'settled', 30, null, ${receipt('succeeded')}),
        (${WRITTEN_OFF}, 20, 'settled', 50, null, ${receipt('succeeded')}),
        (${idOf(13)}, 10, 'released', null, 'expired', ${receipt('succeeded')}),
        (${idOf(14)}, 40, 'released', null, 'upstream_failed', ${receipt('upstream_failed')}),
        (${idOf(15)}, 40, 'released', null, 'instance_lost', null)
      ) as h (id, amount, state, settled, reason, receipt)`.execute(db)
  await sql`
    insert into transfers (id, kind, currency, debit, credit, wallet, amount, hold_id, balance_after, reference_kind,
                           reference_id, description)
    select id::uuid, kind, 'RUB', debit::uuid, credit::uuid, nullif(wallet, '')::uuid, amount, hold_id::uuid, after,
           'chat', 'test', 'test'
      from (values
        (${idOf(20)}, 'topup', ${deposits}, ${WALLET}, ${WALLET}, 500, null, 500),
        (${idOf(11)}, 'charge', ${WALLET}, ${revenue}, ${WALLET}, 30, ${idOf(11)}, 470),
        (${WRITTEN_OFF}, 'charge', ${WALLET}, ${revenue}, ${WALLET}, 20, ${WRITTEN_OFF}, 450),
        (${idOf(22)}, 'writeoff', ${writeoff}, ${revenue}, '', 30, ${WRITTEN_OFF}, 450),
        (${idOf(13)}, 'charge', ${WALLET}, ${revenue}, ${WALLET}, 10, ${idOf(13)}, 440)
      ) as t (id, kind, debit, credit, wallet, amount, hold_id, after)`.execute(db)
}

const totalsOf = async (db: Kysely<Database>) => (await USAGE_TOTALS.execute(db)).rows

const count = (db: Kysely<Database>): Promise<number> =>
  countUsage({ usageCounter: kyselyUsageCounter(db) })(new AbortController().signal)

const FORMER = { currency: 'RUB', calls: 5n, charged: 60n, writtenOff: 30n }

const openers: Readonly<Record<OpenDatabase['engine'], () => Promise<OpenDatabase>>> = {
  pglite: openPglite,
  postgresql: async () => {
    const empty = await emptyPostgres()
    const open = await openPostgres(empty.url, MIGRATION_OPTIONS)
    const close = async (): Promise<void> => {
      await open.close()
      await empty.drop()
    }
    return { ...open, close }
  },
}

for (const [engine, openEmpty] of Object.entries(openers)) {
  describe(`rows of a release before hourly usage and spending periods on ${engine}`, () => {
    let open: OpenDatabase
    before(async () => {
      open = await openEmpty()
      await migrateTo(open.db, OLDER_SCHEMA)
      await writeOlderRows(open.db)
      expect(await migrate(open.db)).to.include.members(['0064-hourly-usage', '0065-key-limits'])
    })
    after(() => open.close())

    it('are counted in the usage once, whether the counter has come by or not', async () => {
      const { db } = open
      expect(await totalsOf(db), 'before').to.deep.equal([FORMER])
      let counted = 0
      // A transaction of any database of the server delays the counting.
      await eventually(async () => {
        counted += await count(db)
        return (await UNCOUNTED.execute(db)).rows[0]?.receipts === 0n
      })
      expect(counted).to.equal(5)
      expect(await count(db), 'a second time').to.equal(0)
      expect(await totalsOf(db), 'after').to.deep.equal([FORMER])
      expect(await auditViolations(db)).to.deep.equal([])
    })

    it('keep the limits of keys, what they spent and what they hold, with no period', async () => {
      const rows = await open.db.selectFrom('budgets').selectAll().orderBy('id').execute()
      const noPeriod = { period: null, time_zone: 'UTC', period_spent: 0n, period_ends_at: null }
      expect(rows).to.deep.equal([
        { id: LIMITED, limit_amount: 100n, spent: 60n, held: 15n, ...noPeriod },
        { id: UNLIMITED, limit_amount: null, spent: 0n, held: 0n, ...noPeriod },
      ])
    })

    it('are carried on: the old limit decides new calls, and a call that was running ends', async () => {
      const ledger = openLedger(open.batches)
      const submit = async (amount: bigint) => await ledger.submit(holdCommand(WALLET, amount, { budgetId: LIMITED }))
      expect(await submit(26n)).to.deep.include({
        right: { tag: 'spend_limit_exceeded', limit: 100n, spent: 60n, held: 15n, periodEndsAtMs: null },
      })
      const ended = await ledger.submit(settleCommand({ holdId: RUNNING, walletId: WALLET }, 15n))
      expect(ended).to.have.nested.property('right.tag', 'settled')
      expect(await submit(26n)).to.have.nested.property('right.tag', 'spend_limit_exceeded')
      expect(await submit(25n)).to.have.nested.property('right.tag', 'held')
      expect(await totalsOf(open.db)).to.deep.equal([{ ...FORMER, calls: 6n, charged: 75n }])
      expect(await auditViolations(open.db)).to.deep.equal([])
      await ledger.close()
    })
  })
}
