import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { Account, AccountDirectory, AccountQuery } from '../../../application/ports/accounts/account-directory.ts'
import { walletsOf } from '../billing/wallets.ts'
import type { Database, UsersTable } from '../schema/schema.ts'
import { toUser } from './users.ts'

/** It sorts after every text in the collation "C". */
const LAST_CHARACTER = '\u{10FFFF}'

const ADDRESS = sql<string>`email_folded collate "C"`

/** Exported for the test that reads its plan. */
export const accountPage = (db: Kysely<Database>, { addressPrefix, after, limit }: AccountQuery) => {
  const users = db.selectFrom('users').selectAll().limit(limit)
  if (addressPrefix === null) {
    const newest = users.orderBy('id', 'desc')
    return after === null ? newest : newest.where('id', '<', after)
  }
  const found = users
    .where(ADDRESS, '>=', addressPrefix)
    .where(ADDRESS, '<', `${addressPrefix}${LAST_CHARACTER}`)
    .orderBy(ADDRESS)
  if (after === null) return found
  return found.where(ADDRESS, '>', sql<string>`(select email_folded from users where id = ${after})`)
}

const withWallets = async (
  db: Kysely<Database>,
  rows: readonly Selectable<UsersTable>[],
): Promise<readonly Account[]> => {
  const wallets = await walletsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ user: toUser(row), wallets: wallets.filter(({ owner }) => owner === row.id) }))
}

export const kyselyAccountDirectory = (db: Kysely<Database>): AccountDirectory => ({
  async find(id) {
    const rows = await db.selectFrom('users').selectAll().where('id', '=', id).execute()
    return (await withWallets(db, rows))[0] ?? null
  },
  page: async (query) => withWallets(db, await accountPage(db, query).execute()),
})
