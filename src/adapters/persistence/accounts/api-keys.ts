import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { ApiKeyStore, StoredKeyChange } from '../../../application/ports/accounts/api-key-store.ts'
import type { ApiKey } from '../../../domain/api-keys/api-key.ts'
import { DEFAULT_TIME_ZONE } from '../../../domain/api-keys/key-limits.ts'
import type { KeyLimits } from '../../../domain/api-keys/key-limits.ts'
import { plainArray, textArray } from '../sql/array-literal.ts'
import { digestBytes } from '../sql/digest-bytes.ts'
import type { ApiKeyDefaultsTable, ApiKeysTable, BudgetsTable } from '../schema/key-tables.ts'
import type { Database } from '../schema/schema.ts'

const listLiteral = (texts: readonly string[] | null): string | null => (texts === null ? null : textArray(texts))

export const liveApiKeys = (db: Kysely<Database>) =>
  db
    .selectFrom('api_keys')
    .innerJoin('budgets', 'budgets.id', 'api_keys.id')
    .selectAll('api_keys')
    .select(['budgets.limit_amount', 'budgets.spent', 'budgets.period', 'budgets.time_zone'])
    .select(['budgets.period_spent', 'budgets.period_ends_at'])
    .where('api_keys.deleted_at', 'is', null)

/** The limit and the sum spent stand in the key's budget, where the ledger guards them. */
export const kyselyApiKeys = (db: Kysely<Database>): ApiKeyStore => {
  return {
    async add(key) {
      await db
        .insertInto('budgets')
        .values({ id: key.id, ...budgetColumns(key) })
        .execute()
      await db
        .insertInto('api_keys')
        .values({
          id: key.id,
          user_id: key.userId,
          key_hash: digestBytes(key.keyHash),
          prefix: key.prefix,
          last_four: key.lastFour,
          created_at: key.createdAt,
          ...keyColumns(key),
          name: key.name,
        })
        .execute()
    },
    async find(id) {
      const row = await liveApiKeys(db).where('api_keys.id', '=', id).executeTakeFirst()
      return row === undefined ? null : toApiKey(row)
    },
    listOf: (userId) => listOf(db, userId),
    countMade: (userId, since, most) => countMade(db, userId, since, most),
    change: (id, change) => changeKey(db, id, change),
    async findDefaults(userId) {
      const row = await db.selectFrom('api_key_defaults').selectAll().where('user_id', '=', userId).executeTakeFirst()
      return row === undefined ? null : toDefaults(row)
    },
    async setDefaults(userId, defaults) {
      const columns = defaultColumns(defaults)
      await db
        .insertInto('api_key_defaults')
        .values({ user_id: userId, ...columns })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
        .execute()
    },
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
    noteUses: (uses) => noteUses(db, uses),
  }
}

const noteUses = async (db: Kysely<Database>, ...[uses]: Parameters<ApiKeyStore['noteUses']>): Promise<void> => {
  if (uses.length === 0) return
  const ids = plainArray(uses.map((use) => use.keyId))
  const times = textArray(uses.map((use) => use.at.toISOString()))
  // All processes lock the keys in one order, so that none waits for one that waits for it.
  await sql`
    with use as (
      select k.id, given.at from unnest(${ids}::uuid[], ${times}::timestamptz[]) as given (id, at)
        join api_keys k on k.id = given.id
       order by k.id for no key update of k)
    update api_keys set last_used_at = use.at from use
     where api_keys.id = use.id and (last_used_at is null or last_used_at < use.at)`.execute(db)
}

const listOf = async (db: Kysely<Database>, userId: string): Promise<readonly ApiKey[]> => {
  const rows = await liveApiKeys(db).where('api_keys.user_id', '=', userId).orderBy('api_keys.id', 'desc').execute()
  return rows.map(toApiKey)
}

const countMade = async (db: Kysely<Database>, userId: string, since: Date, most: number): Promise<number> => {
  const made = db.selectFrom('api_keys').select('id').where('user_id', '=', userId)
  return (await made.where('created_at', '>', since).limit(most).execute()).length
}

/** The columns of `api_keys` that a change names; the others are undefined, which writes nothing. */
const keyColumns = (change: StoredKeyChange) => {
  const { allowedModels, allowedAddresses } = change
  return {
    name: change.name,
    expires_at: change.expiresAt,
    note: change.note,
    disabled: change.disabled,
    requests_per_minute: change.requestsPerMinute,
    tokens_per_minute: change.tokensPerMinute,
    allowed_models: allowedModels === undefined ? undefined : listLiteral(allowedModels),
    allowed_addresses: allowedAddresses === undefined ? undefined : listLiteral(allowedAddresses),
  }
}

/** The same of `budgets`. */
const budgetColumns = (change: StoredKeyChange) => ({
  limit_amount: change.spendLimit,
  period: change.spendPeriod,
  time_zone: change.timeZone,
  period_spent: change.periodSpent,
  period_ends_at: change.periodEndsAt,
})

const isAnyGiven = (columns: object): boolean => Object.values(columns).some((value) => value !== undefined)

const changeKey = async (db: Kysely<Database>, id: string, change: StoredKeyChange): Promise<void> => {
  const [ofKey, ofBudget] = [keyColumns(change), budgetColumns(change)]
  if (isAnyGiven(ofKey)) {
    await db.updateTable('api_keys').set(ofKey).where('id', '=', id).where('deleted_at', 'is', null).execute()
  }
  if (isAnyGiven(ofBudget)) {
    await db
      .updateTable('budgets')
      .set(ofBudget)
      .where('id', '=', id)
      .where((where) =>
        where.exists(where.selectFrom('api_keys').select('id').where('id', '=', id).where('deleted_at', 'is', null)),
      )
      .execute()
  }
}

const defaultColumns = (defaults: KeyLimits) => ({
  spend_limit: defaults.spendLimit,
  spend_limit_period: defaults.spendPeriod,
  spend_limit_time_zone: defaults.timeZone,
  requests_per_minute: defaults.requestsPerMinute,
  tokens_per_minute: defaults.tokensPerMinute,
  allowed_models: listLiteral(defaults.allowedModels),
  allowed_addresses: listLiteral(defaults.allowedAddresses),
})

const toDefaults = (row: Selectable<ApiKeyDefaultsTable>): KeyLimits => ({
  spendLimit: row.spend_limit,
  spendPeriod: row.spend_limit_period,
  timeZone: row.spend_limit_time_zone ?? DEFAULT_TIME_ZONE,
  requestsPerMinute: row.requests_per_minute,
  tokensPerMinute: row.tokens_per_minute,
  allowedModels: row.allowed_models,
  allowedAddresses: row.allowed_addresses,
})

type Row = Selectable<ApiKeysTable> & Omit<Selectable<BudgetsTable>, 'id' | 'held'>

export const toApiKey = (row: Row): ApiKey => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  prefix: row.prefix,
  lastFour: row.last_four,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  note: row.note,
  disabled: row.disabled,
  spent: row.spent,
  spendLimit: row.limit_amount,
  spendPeriod: row.period,
  timeZone: row.time_zone,
  periodSpent: row.period_spent,
  periodEndsAt: row.period_ends_at,
  requestsPerMinute: row.requests_per_minute,
  tokensPerMinute: row.tokens_per_minute,
  allowedModels: row.allowed_models,
  allowedAddresses: row.allowed_addresses,
})
