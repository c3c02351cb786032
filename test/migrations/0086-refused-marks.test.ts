import { expect } from 'chai'
import { up } from '../../migrations/0086-refused-marks.ts'
import { testId } from '../contract/billing/billing-stores.ts'
import { describeOnDatabases } from '../support/servers/databases.ts'

describeOnDatabases('notices of 100 percent of a release that did not tell refusals apart', (database) => {
  it('are notices of a refusal where not all of the limit is spent', async () => {
    const { db } = database()
    const keys = [testId(), testId()].toSorted() as [string, string]
    const [refused, spent] = keys
    for (const [id, amount] of [
      [refused, 85n],
      [spent, 100n],
    ] as const) {
      await db.insertInto('budgets').values({ id, limit_amount: 100n, spent: amount }).execute()
      const mark = { mark: 'key_budget_100', limit_amount: 100n, period_ends_at: null } as const
      await db
        .insertInto('crossed_marks')
        .values({ subject: id, ...mark, last_seq: null, crossed_at: new Date() })
        .execute()
    }
    await up(db as never)
    const rows = await db.selectFrom('crossed_marks').select('mark').orderBy('subject').execute()
    expect(rows.map(({ mark }) => mark)).to.deep.equal(['key_budget_refused', 'key_budget_100'])
  })
})
