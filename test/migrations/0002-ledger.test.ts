import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sql } from 'kysely'
import { refusingConstraint, sqlState } from '../../src/adapters/persistence/sql/sql-state.ts'
import { systemAccountId } from '../../src/domain/ledger/account.ts'
import { outcomeOf } from '../contract/billing/ledger.ts'
import { describeOnDatabases } from '../support/servers/databases.ts'
import { holdCommand, refundCommand, releaseCommand, settleCommand } from '../support/ledger/ledger-commands.ts'
import { databaseWorld, makeWalletIn } from '../support/ledger/ledger-worlds.ts'

const REVENUE = systemAccountId('revenue', 'RUB')
const DEPOSITS = systemAccountId('deposits', 'RUB')
const TOKEN_DEPOSITS = systemAccountId('deposits', 'TOKEN')

interface Rows {
  readonly wallet: string
  readonly other: string
  readonly open: string
  readonly settled: string
  readonly released: string
}

const transfer = (columns: Readonly<Record<string, string | number | null>>): string => {
  const all = {
    id: randomUUID(),
    kind: 'topup',
    currency: 'RUB',
    amount: 5,
    reference_kind: 'test',
    reference_id: 'test',
    description: 'test',
    ...columns,
  }
  const literal = (value: string | number | null): string => (value === null ? 'null' : `'${value}'`)
  return `insert into transfers (${Object.keys(all).join(', ')}) values (${Object.values(all).map(literal).join(', ')})`
}

const newHold = (wallet: string, currency: string, amount: number, reference: string = randomUUID()): string =>
  `insert into holds (id, wallet, currency, amount, state, reference, expires_at)
   values ('${randomUUID()}', '${wallet}', '${currency}', ${amount}, 'held', '${reference}', now())`

/** What no statement may do, whatever the program decides: [what, SQL, SQLSTATE]. */
const REFUSED: readonly (readonly [what: string, statement: (rows: Rows) => string, state: string])[] = [
  ['change a transfer', ({ settled }) => `update transfers set amount = 1 where id = '${settled}'`, '23514'],
  ['delete a transfer', ({ settled }) => `delete from transfers where id = '${settled}'`, '23514'],
  ['truncate transfers', () => 'truncate transfers', '23514'],
  ['move nothing', ({ wallet }) => transfer({ debit: DEPOSITS, credit: wallet, wallet, amount: 0 }), '23514'],
  [
    'move less than nothing',
    ({ wallet }) => transfer({ debit: DEPOSITS, credit: wallet, wallet, amount: -5 }),
    '23514',
  ],
  ['move to itself', ({ wallet }) => transfer({ debit: wallet, credit: wallet, wallet }), '23514'],
  ['move across currencies', ({ wallet }) => transfer({ debit: TOKEN_DEPOSITS, credit: wallet, wallet }), '23503'],
  ['move from nowhere', ({ wallet }) => transfer({ debit: randomUUID(), credit: wallet, wallet }), '23503'],
  ['move between wallets', ({ wallet, other }) => transfer({ debit: other, credit: wallet, wallet }), '23503'],
  [
    'hide a movement from its wallet',
    ({ wallet }) => transfer({ debit: DEPOSITS, credit: wallet, wallet: null }),
    '23503',
  ],
  [
    'charge a hold twice',
    ({ wallet, settled }) => transfer({ kind: 'charge', debit: wallet, credit: REVENUE, wallet, hold_id: settled }),
    '23514',
  ],
  [
    'charge under the id of the first charge',
    ({ wallet, settled }) =>
      transfer({ id: settled, kind: 'charge', debit: wallet, credit: REVENUE, wallet, hold_id: settled }),
    '23505',
  ],
  [
    'refund more than was charged',
    ({ wallet, settled }) =>
      transfer({ kind: 'refund', debit: REVENUE, credit: wallet, wallet, reverses: settled, amount: 3 }),
    '23514',
  ],
  [
    'refund to another account',
    ({ other, settled }) =>
      transfer({ kind: 'refund', debit: REVENUE, credit: other, wallet: other, reverses: settled }),
    '23514',
  ],
  [
    'refund nothing in particular',
    ({ wallet }) => transfer({ kind: 'refund', debit: REVENUE, credit: wallet, wallet, reverses: randomUUID() }),
    '23514',
  ],
  ['delete a hold', ({ open }) => `delete from holds where id = '${open}'`, '23514'],
  ['truncate holds', () => 'truncate holds', '23514'],
  ['hold nothing', ({ wallet }) => newHold(wallet, 'RUB', 0), '23514'],
  ['hold in another currency', ({ wallet }) => newHold(wallet, 'TOKEN', 1), '23503'],
  ['hold on a system account', () => newHold(REVENUE, 'RUB', 1), '23503'],
  ['hold twice under one reference', ({ wallet, open }) => newHold(wallet, 'RUB', 1, `chat:${open}`), '23505'],
  ['change what a hold is', ({ open }) => `update holds set amount = amount + 1 where id = '${open}'`, '23514'],
  [
    'settle without an amount',
    ({ open }) => `update holds set state = 'settled', ended_at = now() where id = '${open}'`,
    '23514',
  ],
  [
    'reopen a hold',
    ({ settled }) => `update holds set state = 'held', settled_amount = null, ended_at = null where id = '${settled}'`,
    '23514',
  ],
  [
    'settle a released hold',
    ({ released }) =>
      `update holds set state = 'settled', settled_amount = 1, release_reason = null where id = '${released}'`,
    '23514',
  ],
  ['rewrite a receipt', ({ settled }) => `update holds set receipt = '{}' where id = '${settled}'`, '23514'],
  ['overdraw a wallet', ({ wallet }) => `update accounts set balance = held - 1 where id = '${wallet}'`, '23514'],
  ['hold less than nothing', ({ wallet }) => `update accounts set held = -1 where id = '${wallet}'`, '23514'],
  [
    'give a wallet away',
    ({ wallet, other }) =>
      `update accounts set owner = (select owner from accounts where id = '${other}') where id = '${wallet}'`,
    '23514',
  ],
  ['change a currency', ({ wallet }) => `update accounts set currency = 'TOKEN' where id = '${wallet}'`, '23514'],
  ['delete an account', ({ other }) => `delete from accounts where id = '${other}'`, '23514'],
  ['let a system account keep a balance', () => `update accounts set balance = 1 where id = '${REVENUE}'`, '23514'],
  [
    'open a second wallet of one currency',
    ({ wallet }) =>
      `insert into accounts (id, kind, owner, currency) select '${randomUUID()}', kind, owner, currency from accounts where id = '${wallet}'`,
    '23505',
  ],
]

describeOnDatabases('the guards of the ledger', (database) => {
  let rows: Rows | undefined

  before(async () => {
    const { ledger, makeWallet } = databaseWorld(database())
    const wallet = await makeWallet(100n)
    const [open, settled, released] = [holdCommand(wallet, 10n), holdCommand(wallet, 10n), holdCommand(wallet, 10n)]
    for (const command of [open, settled, released, settleCommand(settled, 7n), releaseCommand(released)]) {
      await outcomeOf(ledger, command)
    }
    await outcomeOf(ledger, refundCommand(wallet, settled.holdId, 5n))
    const other = await makeWalletIn(database())
    rows = { wallet, other, open: open.holdId, settled: settled.holdId, released: released.holdId }
  })

  for (const [what, statement, state] of REFUSED) {
    it(`refuse to ${what}`, async () => {
      if (rows === undefined) throw new Error('not prepared')
      const error: unknown = await sql
        .raw(statement(rows))
        .execute(database().db)
        .catch((reason: unknown) => reason)
      expect(sqlState(error)).to.equal(state)
      expect(refusingConstraint(error)).to.be.a('string')
    })
  }

  it('let a lease be extended and the receipt of a late settle be added', async () => {
    if (rows === undefined) throw new Error('not prepared')
    const { open, released } = rows
    await sql`update holds set expires_at = now() + interval '1 minute' where id = ${open}`.execute(database().db)
    await sql`update holds set receipt = '{"late": true}' where id = ${released}`.execute(database().db)
  })

  it('leave a ledger that audits clean', async () => {
    expect(await databaseWorld(database()).violations()).to.deep.equal([])
  })
})
