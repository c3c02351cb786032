import { expect } from 'chai'
import { sql } from 'kysely'
import { kyselyTransactions, transactionsOfWallet } from '../../../../src/adapters/persistence/billing/transactions.ts'
import { kyselyWallets } from '../../../../src/adapters/persistence/billing/wallets.ts'
import type { TransactionQuery, TransactionType } from '../../../../src/application/ports/billing/transaction-log.ts'
import { systemAccountId } from '../../../../src/domain/ledger/account.ts'
import { addUser, testId } from '../../../contract/billing/billing-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'
import { explain } from '../../../support/ledger/explain.ts'

const ROWS = 100_000

/** One busy wallet: all charges but one adjustment, which is the oldest movement of all. */
const busyWallet = async ({ db }: TestDatabase, owner: string): Promise<string> => {
  const wallet = testId()
  await kyselyWallets(db).open({ id: wallet, owner, currency: 'RUB' })
  const insert = (kind: TransactionType, house: string, from: number, to: number) =>
    sql`
      insert into transfers
        (id, kind, currency, debit, credit, wallet, amount, hold_id, balance_after, reference_kind, reference_id, description)
      select id, ${kind}, 'RUB', ${wallet}::uuid, ${house}::uuid, ${wallet}::uuid, 1,
             case when ${kind} = 'charge' then id end, 1, 'chat', 'x', 'x'
        from (select gen_random_uuid() as id from generate_series(${from}::int, ${to}::int)) as made`.execute(db)
  await insert('adjustment', systemAccountId('adjustment', 'RUB'), 1, 1)
  await insert('charge', systemAccountId('revenue', 'RUB'), 2, ROWS)
  await sql`analyze transfers`.execute(db)
  return wallet
}

describeOnDatabases(
  'transactions of a wallet with 100,000 of them',
  (database) => {
    let wallet = ''
    before(async () => {
      wallet = await busyWallet(database(), await addUser(database()))
    })

    const plan = (query: Partial<TransactionQuery>) => {
      const whole = { walletIds: [wallet], type: null, before: null, limit: 51, ...query }
      return explain(transactionsOfWallet(database().db, wallet, whole))
    }

    const QUERIES: readonly (readonly [name: string, query: Partial<TransactionQuery>])[] = [
      ['the first page', {}],
      ['a page from the middle', { before: 50_000n }],
      ['charges', { type: 'charge', before: 50_000n }],
      ['one rare movement', { type: 'adjustment' }],
      ['a movement that never was', { type: 'refund' }],
    ]
    for (const [name, query] of QUERIES) {
      it(`reads ${name} from an index, in order, and no more than it shows`, async () => {
        const seen = await plan(query)
        const kinds = seen.map((node) => node['Node Type'])
        expect(kinds).to.deep.equal(['Limit', 'Index Scan'])
        const [, scan] = seen
        expect(scan?.['Actual Rows'] ?? 0).to.be.at.most(51)
        expect(scan?.['Rows Removed by Filter'] ?? 0).to.be.at.most(1)
      })
    }

    it('finds the rare movement', async () => {
      const log = kyselyTransactions(database().db)
      const found = await log.page({ walletIds: [wallet], type: 'adjustment', before: null, limit: 51 })
      expect(found.map(({ amount }) => amount)).to.deep.equal([-1n])
    })
  },
  ['postgresql'],
)
