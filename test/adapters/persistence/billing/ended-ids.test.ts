import { expect } from 'chai'
import { sql } from 'kysely'
import { endedIds, walk } from '../../../../src/adapters/persistence/billing/ended-ids.ts'
import { kyselyWallets } from '../../../../src/adapters/persistence/billing/wallets.ts'
import { kyselyUsageCounter } from '../../../../src/adapters/persistence/usage/usage-counter.ts'
import type { ReceiptFilter, ReceiptQuery } from '../../../../src/application/ports/billing/receipt-log.ts'
import { firstIdAt } from '../../../../src/domain/ledger/operation-time.ts'
import { addUser, testId } from '../../../contract/billing/billing-stores.ts'
import { explainSql } from '../../../support/ledger/explain.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { EVERY_RECEIPT } from '../../../support/ledger/every-receipt.ts'

const CALLS = 50_000
const HOURS = 500
const BEGIN_MS = Date.UTC(2026, 0, 1)
const END_MS = BEGIN_MS + HOURS * 3_600_000
const RARE = 'maker/rare'

describeOnDatabases(
  'the ended operations of a wallet with 50,000 of them',
  (database) => {
    let ownerId = ''

    /** Evenly spread over the hours; the very first one is of a rare model, and its client left. */
    before(async () => {
      const { db } = database()
      ownerId = await addUser(database())
      const wallet = testId()
      await kyselyWallets(db).open({ id: wallet, owner: ownerId, currency: 'RUB' })
      await sql`
        insert into holds (id, wallet, currency, amount, state, settled_amount, reference, receipt, expires_at, ended_at)
        select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
               ${wallet}::uuid, 'RUB', 2, 'settled', 1, 'chat:' || n,
               jsonb_build_object('model', case n when 0 then ${RARE}::text else 'maker/common' end, 'kind', 'chat',
                 'surface', 'chat', 'outcome', case n when 0 then 'client_left' else 'succeeded' end), now(), now()
          from generate_series(0, ${CALLS - 1}::int) as n
         cross join lateral (
           select lpad(to_hex(${BEGIN_MS}::bigint + n::bigint * ${(END_MS - BEGIN_MS) / CALLS}::bigint), 12, '0') as hex) as written`.execute(
        db,
      )
      await sql`vacuum analyze holds`.execute(db)
      const counter = kyselyUsageCounter(db)
      for (let chunk = await counter.countChunk(); chunk.tag !== 'counted' || !chunk.isAll;)
        chunk = await counter.countChunk()
    })

    const queryOf = (filter: Partial<ReceiptFilter>, before: string | null = null): ReceiptQuery => ({
      ownerId,
      filter: { ...EVERY_RECEIPT, ...filter },
      before,
      limit: 50,
    })

    /** How many rows of `holds` a walk from there on reads, and by which indexes. */
    const readBy = async (query: ReceiptQuery) => {
      const span = { low: firstIdAt(BEGIN_MS), high: query.before ?? firstIdAt(END_MS) }
      const plan = await explainSql(database().db, walk(query, [span]))
      const scans = plan.filter((node) => node['Relation Name'] === 'holds')
      const rows = scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
      return { rows, indexes: new Set(scans.map((node) => node['Index Name'])) }
    }

    for (const [name, before] of [
      ['first', null],
      ['deep', firstIdAt(BEGIN_MS + 3_600_000)],
    ] as const) {
      it(`shows a ${name} page from the index of the wallet, and reads no more than it shows`, async () => {
        const { rows, indexes } = await readBy(queryOf({}, before))
        expect([...indexes]).to.deep.equal(['holds_ended_of_wallet'])
        expect(rows).to.be.at.most(51)
      })
    }

    it('reads a bounded part where a filter leaves nearly everything out, and finds the rest behind it', async () => {
      const { rows } = await readBy(queryOf({ outcome: 'client_left' }))
      expect(rows).to.be.above(19_999).and.at.most(21_000)
      const found: string[] = []
      let pages = 0
      let before: string | null = null
      do {
        const page = await endedIds(database().db, queryOf({ outcome: 'client_left' }, before))
        found.push(...page.rows)
        before = page.next
        pages += 1
      } while (before !== null)
      expect(pages).to.equal(3)
      expect(found.map((id) => id.slice(0, 13))).to.deep.equal([firstIdAt(BEGIN_MS).slice(0, 13)])
    })

    it('finds a rare model at once, by the hour in which the usage has it', async () => {
      const page = await endedIds(database().db, queryOf({ model: RARE }))
      expect([page.rows.length, page.next]).to.deep.equal([1, null])
      const none = await endedIds(database().db, queryOf({ model: 'maker/unknown' }))
      expect(none).to.deep.equal({ rows: [], next: null })
    })
  },
  ['postgresql'],
)
