import { type Kysely, type Selectable, sql } from 'kysely'
import type { TopUpStore } from '../../application/ports/top-up-store.ts'
import type { TopUp } from '../../domain/payments/top-up.ts'
import type { Database, TopUpsTable } from './schema.ts'

export const kyselyTopUps = (db: Kysely<Database>): TopUpStore => {
  const byId = (id: string) => db.selectFrom('top_ups').selectAll().where('id', '=', id)
  const find = async (id: string): Promise<TopUp | null> => {
    const row = await byId(id).executeTakeFirst()
    return row === undefined ? null : toTopUp(row)
  }
  return {
    find,
    async open({ id, userId, walletId, currency, amount, price, provider }) {
      await db
        .insertInto('top_ups')
        .values({ id, user_id: userId, wallet: walletId, currency, amount, price, provider })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      const topUp = await find(id)
      if (topUp === null) throw new Error(`top-up ${id} is gone`)
      return topUp
    },
    async attachPayment(id, payment) {
      await db
        .updateTable('top_ups')
        .set({
          payment_id: sql`coalesce(payment_id, ${payment.id})`,
          confirmation_url: sql`coalesce(confirmation_url, ${payment.confirmationUrl})`,
        })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .execute()
    },
    async lock(id) {
      const row = await byId(id).forUpdate().executeTakeFirst()
      return row === undefined ? null : toTopUp(row)
    },
    async end(id, status) {
      const ended = await db
        .updateTable('top_ups')
        .set({ status, ended_at: sql`now()` })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .executeTakeFirst()
      if (ended.numUpdatedRows !== 1n) throw new Error(`top-up ${id} is not pending`)
    },
  }
}

const toTopUp = (row: Selectable<TopUpsTable>): TopUp => ({
  id: row.id,
  userId: row.user_id,
  walletId: row.wallet,
  currency: row.currency,
  amount: row.amount,
  price: row.price,
  status: row.status,
  provider: row.provider,
  paymentId: row.payment_id,
  confirmationUrl: row.confirmation_url,
  createdAt: row.created_at,
})
