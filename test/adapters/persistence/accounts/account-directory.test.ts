import { expect } from 'chai'
import { sql } from 'kysely'
import { accountPage } from '../../../../src/adapters/persistence/accounts/account-directory.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { explain } from '../../../support/ledger/explain.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'

const ACCOUNTS = 100_000
const LIMIT = 51

describeOnDatabases('a page of 100,000 accounts', (database) => {
  before(async () => {
    const { db } = database()
    await sql`
      insert into users (id, email, email_folded)
      select gen_random_uuid(), 'person-' || n || '@example.org', 'person-' || n || '@example.org'
        from generate_series(1, ${sql.lit(ACCOUNTS)}) as n`.execute(db)
    await sql`vacuum analyze users`.execute(db)
  })

  const cases = {
    'the newest': { addressPrefix: null, after: null },
    'older ones': { addressPrefix: null, after: testId() },
    'a beginning that nearly all have': { addressPrefix: 'person-', after: null },
    'a beginning that few have': { addressPrefix: 'person-99999', after: null },
    'a beginning that none has': { addressPrefix: 'nobody', after: null },
  }
  for (const [name, query] of Object.entries(cases)) {
    it(`reads no more than the page: ${name}`, async () => {
      const nodes = await explain(accountPage(database().db, { ...query, limit: LIMIT }))
      for (const node of nodes) {
        expect(node['Node Type'], JSON.stringify(node)).not.to.equal('Seq Scan')
        expect(node['Actual Rows'], JSON.stringify(node)).to.be.at.most(LIMIT)
        expect(node['Rows Removed by Filter'] ?? 0, JSON.stringify(node)).to.equal(0)
      }
    })
  }
})
