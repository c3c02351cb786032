import type { Kysely, Selectable } from 'kysely'
import type { WalletStore } from '../../../application/ports/billing/wallet-store.ts'
import type { Wallet } from '../../../domain/ledger/account.ts'
import { CURRENCIES } from '../../../domain/money/money.ts'
import type { AccountsTable, Database } from '../schema/schema.ts'

const COLUMNS = ['id', 'owner', 'currency', 'balance', 'held', 'reserved', 'suspended'] as const

/** Wallets are the accounts of kind `user`. */
export const kyselyWallets = (db: Kysely<Database>): WalletStore => ({
  async open({ id, owner, currency }) {
    await db.insertInto('accounts').values({ id, owner, currency, kind: 'user' }).execute()
  },
  async find(owner, currency) {
    const row = await db
      .selectFrom('accounts')
      .select(COLUMNS)
      .where('owner', '=', owner)
      .where('kind', '=', 'user')
      .where('currency', '=', currency)
      .executeTakeFirst()
    return row === undefined ? null : toWallet(row)
  },
  async listOf(owner) {
    return walletsOf(db, [owner])
  },
  async listOfAll(owners) {
    return Map.groupBy(await walletsOf(db, owners), ({ owner }) => owner)
  },
})

/** The wallets of these users, in the order of CURRENCIES. */
export const walletsOf = async (db: Kysely<Database>, owners: readonly string[]): Promise<readonly Wallet[]> => {
  if (owners.length === 0) return []
  const rows = await db
    .selectFrom('accounts')
    .select(COLUMNS)
    .where('owner', 'in', owners)
    .where('kind', '=', 'user')
    .execute()
  return rows.map(toWallet).toSorted((a, b) => CURRENCIES.indexOf(a.currency) - CURRENCIES.indexOf(b.currency))
}

const toWallet = (row: Pick<Selectable<AccountsTable>, (typeof COLUMNS)[number]>): Wallet => {
  if (row.owner === null) throw new Error(`wallet ${row.id} has no owner`)
  const { id, owner, currency, balance, held, reserved, suspended } = row
  return { id, owner, currency, balance, held, reserved, suspended }
}
