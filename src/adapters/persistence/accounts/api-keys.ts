import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { ApiKeyStore } from '../../../application/ports/accounts/api-key-store.ts'
import type { ApiKey, ApiKeyChange } from '../../../domain/api-keys/api-key.ts'
import { plainArray, textArray } from '../sql/array-literal.ts'
import { digestBytes } from '../sql/digest-bytes.ts'
import type { ApiKeysTable, BudgetsTable, Database } from '../schema/schema.ts'

const modelsLiteral = (models: readonly string[] | null): string | null => (models === null ? null : textArray(models))

export const liveKeys = (db: Kysely<Database>) =>
  db
    .selectFrom('api_keys')
    .innerJoin('budgets', 'budgets.id', 'api_keys.id')
    .selectAll('api_keys')
    .select(['budgets.limit_amount', 'budgets.spent'])
    .where('api_keys.deleted_at', 'is', null)

/** The limit and the sum spent stand in the key's budget, where the ledger guards them. */
export const kyselyApiKeys = (db: Kysely<Database>): ApiKeyStore => {
  return {
    async add(key) {
      await db.insertInto('budgets').values({ id: key.id, limit_amount: key.spendLimit }).execute()
      await db
        .insertInto('api_keys')
        .values({
          id: key.id,
          user_id: key.userId,
          name: key.name,
          key_hash: digestBytes(key.keyHash),
          prefix: key.prefix,
          last_four: key.lastFour,
          expires_at: key.expiresAt,
          allowed_models: modelsLiteral(key.allowedModels),
          created_at: key.createdAt,
        })
        .execute()
    },
    async find(id) {
      const row = await liveKeys(db).where('api_keys.id', '=', id).executeTakeFirst()
      return row === undefined ? null : toApiKey(row)
    },
    async listOf(userId) {
      const rows = await liveKeys(db).where('api_keys.user_id', '=', userId).orderBy('api_keys.id', 'desc').execute()
      return rows.map(toApiKey)
    },
    change: (id, change) => changeKey(db, id, change),
    async delete(id, at) {
      const deleted = await db
        .updateTable('api_keys')
        .set({ deleted_at: at })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return deleted.numUpdatedRows === 1n
    },
    async deleteAllOf(userId, at, since) {
      const live = db
        .updateTable('api_keys')
        .set({ deleted_at: at })
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
      await (since === null ? live : live.where('created_at', '>=', since)).execute()
    },
    async noteUses(uses) {
      if (uses.length === 0) return
      const ids = plainArray(uses.map((use) => use.keyId))
      const times = textArray(uses.map((use) => use.at.toISOString()))
      await sql`
        update api_keys set last_used_at = use.at
          from unnest(${ids}::uuid[], ${times}::timestamptz[]) as use (id, at)
         where api_keys.id = use.id and (last_used_at is null or last_used_at < use.at)`.execute(db)
    },
  }
}

const changeKey = async (db: Kysely<Database>, id: string, change: ApiKeyChange): Promise<void> => {
  const { name, expiresAt, allowedModels, spendLimit } = change
  const columns = {
    ...(name === undefined ? {} : { name }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(allowedModels === undefined ? {} : { allowed_models: modelsLiteral(allowedModels) }),
  }
  if (Object.keys(columns).length > 0) {
    await db.updateTable('api_keys').set(columns).where('id', '=', id).where('deleted_at', 'is', null).execute()
  }
  if (spendLimit !== undefined) {
    await db
      .updateTable('budgets')
      .set({ limit_amount: spendLimit })
      .where('id', '=', id)
      .where((where) =>
        where.exists(where.selectFrom('api_keys').select('id').where('id', '=', id).where('deleted_at', 'is', null)),
      )
      .execute()
  }
}

type Row = Selectable<ApiKeysTable> & Pick<Selectable<BudgetsTable>, 'limit_amount' | 'spent'>

export const toApiKey = (row: Row): ApiKey => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  prefix: row.prefix,
  lastFour: row.last_four,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  spendLimit: row.limit_amount,
  spent: row.spent,
  allowedModels: row.allowed_models,
})
