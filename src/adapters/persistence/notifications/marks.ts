import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { MarkStore } from '../../../application/ports/notifications/mark-store.ts'
import type { BudgetMark, AlertedBudget } from '../../../domain/marks/key-budget.ts'
import type { Database } from '../schema/schema.ts'

const MARKS = {
  charged_80: 'key_budget_80',
  charged_100: 'key_budget_100',
  refused: 'key_budget_refused',
} as const satisfies Readonly<Record<BudgetMark, string>>
const BUDGET_MARKS = Object.keys(MARKS) as readonly BudgetMark[]

export const kyselyMarks = (db: Kysely<Database>): MarkStore => ({
  takeMoved: async () => (await takeDebited(db)) ?? takeTouched(db),
  async noteDebited(walletId) {
    await db.insertInto('debited_wallets').values({ wallet: walletId }).execute()
  },
  noteRefused: (keys) => noteRefused(db, keys),
  wallet: (walletId) => wallet(db, walletId),
  key: (keyId) => key(db, keyId),
  async alertedLowBalance(walletId) {
    const row = await db
      .selectFrom('crossed_marks')
      .select('last_seq')
      .where('subject', '=', walletId)
      .where('mark', '=', 'balance_low')
      .executeTakeFirst()
    return row === undefined ? null : { lastSeq: row.last_seq ?? 0n }
  },
  async roseSince(walletId, seq, threshold) {
    const row = await db
      .selectFrom('transfers')
      .select('seq')
      .where('wallet', '=', walletId)
      .where('seq', '>', seq)
      .where('balance_after', '>=', threshold)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
  async setLowBalance(walletId, alerted, at) {
    const marks = db.deleteFrom('crossed_marks').where('subject', '=', walletId).where('mark', '=', 'balance_low')
    await marks.execute()
    if (alerted === null) return
    await db
      .insertInto('crossed_marks')
      .values({ subject: walletId, mark: 'balance_low', last_seq: alerted.lastSeq, crossed_at: at })
      .execute()
  },
  alertedBudget: (keyId) => alertedBudget(db, keyId),
  async setBudget(keyId, alerted, at) {
    await db.deleteFrom('crossed_marks').where('subject', '=', keyId).execute()
    for (const { mark: name, limit, periodEndsAt } of alerted) {
      const mark = { mark: MARKS[name], limit_amount: limit, period_ends_at: periodEndsAt, crossed_at: at }
      await db
        .insertInto('crossed_marks')
        .values({ subject: keyId, ...mark })
        .execute()
    }
  },
})

const takeTouched = async (db: Kysely<Database>): ReturnType<MarkStore['takeMoved']> => {
  const { rows } = await sql<Selectable<Database['usage_touched']>>`
    delete from usage_touched
     where ctid = (select ctid from usage_touched limit 1 for update skip locked)
    returning wallet, budget_id, refused, refused_limit, refused_period_ends_at`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const refused = row.refused ? { limit: row.refused_limit, periodEndsAt: row.refused_period_ends_at } : null
  return { walletId: row.wallet, keyId: row.budget_id, refused }
}

const takeDebited = async (db: Kysely<Database>): ReturnType<MarkStore['takeMoved']> => {
  const { rows } = await sql<Selectable<Database['debited_wallets']>>`
    delete from debited_wallets
     where ctid = (select ctid from debited_wallets limit 1 for update skip locked) returning wallet`.execute(db)
  const [row] = rows
  return row === undefined ? null : { walletId: row.wallet, keyId: null, refused: null }
}

/** Every process writes `usage_touched` in the order of these, so that none waits for one that waits for it. */
const placeOf = (row: { readonly wallet: string; readonly budget_id: string }): string => row.wallet + row.budget_id

const noteRefused = async (
  db: Kysely<Database>,
  ...[keys]: Parameters<MarkStore['noteRefused']>
): ReturnType<MarkStore['noteRefused']> => {
  if (keys.length === 0) return
  const rows = keys.map(({ walletId, keyId, limit, periodEndsAt }) => ({
    wallet: walletId,
    budget_id: keyId,
    refused: true,
    refused_limit: limit,
    refused_period_ends_at: periodEndsAt,
  }))
  const lockOrder = rows.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  await db
    .insertInto('usage_touched')
    .values(lockOrder)
    .onConflict((conflict) =>
      conflict.columns(['wallet', 'budget_id']).doUpdateSet((row) => ({
        refused: true,
        refused_limit: row.ref('excluded.refused_limit'),
        refused_period_ends_at: row.ref('excluded.refused_period_ends_at'),
      })),
    )
    .execute()
}

const wallet = async (
  db: Kysely<Database>,
  ...[walletId]: Parameters<MarkStore['wallet']>
): ReturnType<MarkStore['wallet']> => {
  const row = await db
    .selectFrom('accounts')
    .select(['owner', 'currency', 'balance'])
    .select((from) =>
      from
        .selectFrom('transfers')
        .select('seq')
        .whereRef('transfers.wallet', '=', 'accounts.id')
        .orderBy('seq', 'desc')
        .limit(1)
        .as('last_seq'),
    )
    .where('id', '=', walletId)
    .where('kind', '=', 'user')
    .executeTakeFirst()
  if (row === undefined || row.owner === null) return null
  return { userId: row.owner, currency: row.currency, balance: row.balance, lastSeq: row.last_seq ?? 0n }
}

const key = async (db: Kysely<Database>, ...[keyId]: Parameters<MarkStore['key']>): ReturnType<MarkStore['key']> => {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('budgets', 'budgets.id', 'api_keys.id')
    .select(['api_keys.id', 'name', 'prefix', 'last_four'])
    .select(['limit_amount', 'spent', 'period', 'period_spent', 'period_ends_at'])
    .where('api_keys.id', '=', keyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    lastFour: row.last_four,
    limit: row.limit_amount,
    spent: row.period === null ? row.spent : row.period_spent,
    periodEndsAt: row.period_ends_at,
  }
}

const alertedBudget = async (db: Kysely<Database>, keyId: string): Promise<readonly AlertedBudget[]> => {
  const rows = await db
    .selectFrom('crossed_marks')
    .select(['mark', 'limit_amount', 'period_ends_at'])
    .where('subject', '=', keyId)
    .execute()
  return rows.flatMap(({ mark: name, limit_amount: limit, period_ends_at: periodEndsAt }) => {
    const mark = BUDGET_MARKS.find((each) => MARKS[each] === name)
    return mark === undefined || limit === null ? [] : [{ mark, limit, periodEndsAt }]
  })
}
