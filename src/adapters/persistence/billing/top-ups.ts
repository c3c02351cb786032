import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import { SUPERSEDED_MS } from '../../../application/ports/billing/top-up-store.ts'
import type { TopUpPageQuery, TopUpStore } from '../../../application/ports/billing/top-up-store.ts'
import { POLL_INTERVAL_MS } from '../../../domain/limits/poll-interval.ts'
import type { TopUpRefund } from '../../../domain/payments/refund.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import { plainArray } from '../sql/array-literal.ts'
import type { Database, TopUpRefundsTable, TopUpsTable } from '../schema/schema.ts'

const isOpen = sql<boolean>`(status = 'pending' or superseded)`

const topUpPage = (db: Kysely<Database>, { userId, status, before, limit }: TopUpPageQuery) => {
  let page = db.selectFrom('top_ups').selectAll()
  if (userId !== null) page = page.where('user_id', '=', userId)
  if (status !== null) page = page.where('status', '=', status)
  if (before !== null) page = page.where('id', '<', before)
  return page.orderBy('id', 'desc').limit(limit)
}

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
        .where(isOpen)
        .execute()
    },
    page: async (query) => (await topUpPage(db, query).execute()).map(toTopUp),
    ...waiting(db),
    async lock(id) {
      const row = await byId(id).forUpdate().executeTakeFirst()
      return row === undefined ? null : toTopUp(row)
    },
    claimDue: (provider, at, limit) => claimDue(db, provider, at, limit),
    firstDue: (providers, at) => firstDue(db, providers, at),
    ...refunds(db),
    async end(id, status) {
      const ended = await db
        .updateTable('top_ups')
        .set({ status, superseded: false, ended_at: sql`now()` })
        .where('id', '=', id)
        .where(isOpen)
        .executeTakeFirst()
      if (ended.numUpdatedRows !== 1n) throw new Error(`top-up ${id} is not open`)
    },
  }
}

const waiting = (db: Kysely<Database>): Pick<TopUpStore, 'pendingOf' | 'supersede' | 'claimPoll'> => ({
  async pendingOf(userId) {
    const pending = db.selectFrom('top_ups').selectAll().where('user_id', '=', userId).where('status', '=', 'pending')
    return (await pending.orderBy('created_at').orderBy('id').execute()).map(toTopUp)
  },
  async supersede(id) {
    await db
      .updateTable('top_ups')
      .set({ status: 'canceled', superseded: true, ended_at: sql`now()` })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .execute()
  },
  async claimPoll(id, at) {
    // One in the future was written by a clock that was wrong.
    const [pauseAgo, ahead] = [-POLL_INTERVAL_MS, POLL_INTERVAL_MS].map((ms) => new Date(at.getTime() + ms))
    const claimed = await db
      .updateTable('top_ups')
      .set({ looked_at: at })
      .where('id', '=', id)
      .where(isOpen)
      .where(sql<boolean>`(looked_at is null or looked_at <= ${pauseAgo} or looked_at > ${ahead})`)
      .executeTakeFirst()
    return claimed.numUpdatedRows === 1n
  },
})

const refunds = (db: Kysely<Database>): Pick<TopUpStore, 'refundsOf' | 'openRefund' | 'endRefund'> => ({
  async refundsOf(topUpId) {
    const rows = await db
      .selectFrom('top_up_refunds')
      .selectAll()
      .select(sql<number>`(extract(epoch from now() - created_at) * 1000)::float8`.as('age_ms'))
      .where('top_up', '=', topUpId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toRefund)
  },
  async openRefund({ id, requestId, topUpId, amount, price }) {
    const opened = await db
      .insertInto('top_up_refunds')
      .values({ id, request_id: requestId, top_up: topUpId, amount, price })
      .onConflict((conflict) => conflict.column('request_id').doNothing())
      .executeTakeFirst()
    return opened.numInsertedOrUpdatedRows === 1n
  },
  async endRefund(id, status, providerRefundId) {
    const ended = await db
      .updateTable('top_up_refunds')
      .set({ status, provider_refund_id: providerRefundId, ended_at: sql`now()` })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (ended.numUpdatedRows !== 1n) throw new Error(`refund ${id} is not pending`)
  },
})

const isWaitedFor = (at: Date) => sql`
  (status = 'pending'
    or (superseded and payment_id is not null and created_at > ${at}::timestamptz - ${SUPERSEDED_MS} * interval '1 millisecond'))`

/**
 * When its provider was last asked. A time that is farther ahead than the longest pause was written by a clock that was
 * wrong: until it came, no process would ask, and a payment whose notification was lost would not be credited.
 */
const askedAt = (at: Date) => sql`
  case when checked_at <= ${at}::timestamptz + interval '10 minutes' then checked_at else created_at end`

const claimDue = async (db: Kysely<Database>, provider: string, at: Date, limit: number): Promise<readonly TopUp[]> => {
  const claimed = await sql<Selectable<TopUpsTable>>`
    update top_ups set checked_at = ${at}::timestamptz
     where id in (
       select id from top_ups
        where provider = ${provider}
          and ${isWaitedFor(at)}
          and ${askedAt(at)}
              + least(greatest((${at}::timestamptz - created_at) / 4, interval '15 seconds'), interval '10 minutes') <= ${at}::timestamptz
        order by checked_at nulls first, id limit ${limit} for update skip locked)
    returning *`.execute(db)
  return claimed.rows.map(toTopUp)
}

/**
 * The pause is a quarter of the age that the top-up has at its end, so a third of the age that it had at the last
 * question.
 */
const firstDue = async (db: Kysely<Database>, providers: readonly string[], at: Date): Promise<Date | null> => {
  const { rows } = await sql<{ due: Date | null }>`
    select min(asked_at + least(greatest((asked_at - created_at) / 3, interval '15 seconds'), interval '10 minutes')) as due
      from (select created_at, ${askedAt(at)} as asked_at from top_ups
             where provider = any(${plainArray(providers)}::text[]) and ${isWaitedFor(at)}) as open`.execute(db)
  return rows[0]?.due ?? null
}

const toRefund = (row: Selectable<TopUpRefundsTable> & { readonly age_ms: number }): TopUpRefund => ({
  id: row.id,
  requestId: row.request_id,
  topUpId: row.top_up,
  amount: row.amount,
  price: row.price,
  status: row.status,
  createdAt: row.created_at,
  ageMs: row.age_ms,
})

const toTopUp = (row: Selectable<TopUpsTable>): TopUp => ({
  id: row.id,
  userId: row.user_id,
  walletId: row.wallet,
  currency: row.currency,
  amount: row.amount,
  price: row.price,
  status: row.status,
  superseded: row.superseded,
  provider: row.provider,
  paymentId: row.payment_id,
  confirmationUrl: row.confirmation_url,
  createdAt: row.created_at,
})
