import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { KeySpendingLog } from '../../../application/ports/accounts/key-spending-log.ts'
import type { Database } from '../schema/schema.ts'
import { liveApiKeys, toApiKey } from './api-keys.ts'

/** One statement, so that a charge between two reads cannot stand in one figure and not in the other. */
export const kyselyKeySpending = (db: Kysely<Database>): KeySpendingLog => ({
  async find(keyId) {
    const row = await liveApiKeys(db)
      .innerJoin('accounts', (join) =>
        join
          .onRef('accounts.owner', '=', 'api_keys.user_id')
          .on('accounts.kind', '=', 'user')
          .on('accounts.currency', '=', 'RUB'),
      )
      .select('accounts.balance')
      .select((outer) =>
        outer
          .selectFrom('api_keys as each')
          .innerJoin('budgets as spent_by', 'spent_by.id', 'each.id')
          .whereRef('each.user_id', '=', 'api_keys.user_id')
          .select(sql<bigint>`coalesce(sum(spent_by.spent), 0)::bigint`.as('sum'))
          .as('account_spent'),
      )
      .where('api_keys.id', '=', keyId)
      .executeTakeFirst()
    if (row === undefined) return null
    return { key: toApiKey(row), balance: row.balance, accountSpent: row.account_spent ?? 0n }
  },
})
