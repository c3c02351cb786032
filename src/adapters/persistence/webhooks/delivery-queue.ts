import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { AttemptNote, DeliveryQueue, NewDelivery } from '../../../application/ports/webhooks/delivery-queue.ts'
import type { EventData } from '../../../domain/webhooks/account-event.ts'
import { LONGEST_DELIVERY_WAIT_MS } from '../../../domain/webhooks/delivery.ts'
import type { Delivery } from '../../../domain/webhooks/delivery.ts'
import type { Database } from '../schema/schema.ts'
import type { WebhookDeliveriesTable } from '../schema/webhook-tables.ts'
import { plainArray } from '../sql/array-literal.ts'
import { afterPause, latestDue, reached } from '../sql/due-time.ts'
import { prune } from '../sql/prune.ts'
import { storableError } from '../sql/storable-error.ts'
import { storableJson } from '../sql/storable-json.ts'

export const kyselyDeliveryQueue = (db: Kysely<Database>): DeliveryQueue => {
  const mine = ({ id, attempts }: Pick<Delivery, 'id' | 'attempts'>) =>
    db
      .updateTable('webhook_deliveries')
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('attempts', '=', attempts)
  return {
    enqueue: (delivery) => enqueue(db, delivery),
    claim: (claim) => claimDeliveries(db, claim),
    async end(delivery, outcome, note) {
      await mine(delivery)
        .set({ ...columnsOf(note), outcome, ended_at: note.at })
        .execute()
    },
    async postpone(delivery, until, note) {
      await mine(delivery)
        .set({ ...columnsOf(note), next_attempt_at: afterPause(note.at, until) })
        .execute()
    },
    async find(id) {
      const row = await db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toDelivery(row)
    },
    async findWaiting(webhookId, eventId) {
      const row = await db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .where('event_id', '=', eventId)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      return row === undefined ? null : toDelivery(row)
    },
    async makeDue(id, at) {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: reached(at) })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .execute()
    },
    page: (query) => page(db, query),
    countWaiting: (webhookId, most) => countWaiting(db, webhookId, most),
    async countByHand(webhookId, since, most) {
      const asked = db.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', webhookId)
      return (await asked.where('by_hand', '=', true).where('created_at', '>', since).limit(most).execute()).length
    },
    async oldestDue() {
      const waiting = db.selectFrom('webhook_deliveries').select('next_attempt_at').where('ended_at', 'is', null)
      const oldest = await waiting.orderBy('next_attempt_at').limit(1).executeTakeFirst()
      return oldest?.next_attempt_at ?? null
    },
    prune: (endedBefore, limit) =>
      prune(db, { table: 'webhook_deliveries', key: 'id', at: 'ended_at' }, endedBefore, limit),
  }
}

/** The webhook is locked against its deletion, and where it is gone nothing is queued. */
const enqueue = async (
  db: Kysely<Database>,
  { id, webhookId, eventId, kind, data, occurredAt, createdAt, isByHand = false }: NewDelivery,
): Promise<void> => {
  // A clock that was ahead would keep the delivery waiting until its time comes.
  const nextAttemptAt = reached(createdAt)
  await sql`
    insert into webhook_deliveries
      (id, webhook_id, event_id, kind, data, occurred_at, next_attempt_at, created_at, by_hand)
    select ${id}::uuid, webhooks.id, ${eventId}::uuid, ${kind}, ${storableJson(data)}::jsonb,
           ${occurredAt}::timestamptz, ${nextAttemptAt}, ${createdAt}::timestamptz, ${isByHand}::boolean
      from webhooks where id = ${webhookId}::uuid for key share
        on conflict (webhook_id, event_id) where ended_at is null do nothing`.execute(db)
}

const page = async (
  db: Kysely<Database>,
  ...[{ webhookId, before, limit }]: Parameters<DeliveryQueue['page']>
): Promise<readonly Delivery[]> => {
  const all = db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId)
  const rows = await (before === null ? all : all.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
  return rows.map(toDelivery)
}

const columnsOf = ({ at, status, error }: AttemptNote) => ({
  last_attempt_at: at,
  last_status: status,
  last_error: error === null ? null : storableError(error),
})

/**
 * The place of a delivery counts those under way for its webhook, and its turn those under way for its account. So an
 * account with few takes the next free place, however much is due to others. Each webhook for which something waits is
 * found by one step in the index.
 */
const claimDeliveries = async (
  db: Kysely<Database>,
  { at, until, limit, perWebhook, perAccount, underWay }: Parameters<DeliveryQueue['claim']>[0],
): Promise<readonly Delivery[]> => {
  const claimed = await sql<Selectable<WebhookDeliveriesTable>>`
    with recursive waiting (webhook_id) as (
      (select webhook_id from webhook_deliveries
        where ended_at is null
          and exists (select 1 from webhook_deliveries where ended_at is null and next_attempt_at <= ${reached(at)})
        order by webhook_id limit 1)
      union all
      select (select webhook_id from webhook_deliveries
               where ended_at is null and webhook_id > waiting.webhook_id order by webhook_id limit 1)
        from waiting where webhook_id is not null),
    busy as (
      select * from unnest(${plainArray([...underWay.keys()])}::uuid[], ${plainArray([...underWay.values()])}::bigint[])
          as each (webhook_id, attempts)),
    busy_accounts as (
      select user_id, sum(attempts) as attempts from busy join webhooks on webhooks.id = busy.webhook_id
       group by user_id),
    placed as (
      select own.id, webhooks.user_id, coalesce(busy.attempts, 0) + own.place as place, own.next_attempt_at
        from waiting join webhooks on webhooks.id = waiting.webhook_id
        left join busy using (webhook_id) cross join lateral (
          select id, next_attempt_at, row_number() over (order by next_attempt_at, id) as place from webhook_deliveries
           where webhook_id = waiting.webhook_id and ended_at is null and next_attempt_at <= ${reached(at)}
           order by next_attempt_at, id limit greatest(${perWebhook} - coalesce(busy.attempts, 0), 0)) as own),
    turned as (
      select placed.id, placed.next_attempt_at, coalesce(busy_accounts.attempts, 0)
               + row_number() over (partition by user_id order by place, next_attempt_at, placed.id) as turn
        from placed left join busy_accounts using (user_id)),
    due as (
      select d.id from turned join webhook_deliveries d using (id)
       where d.ended_at is null and d.next_attempt_at <= ${reached(at)} and turned.turn <= ${perAccount}
       order by turned.turn, turned.next_attempt_at, d.id limit ${limit} for update of d skip locked),
    freed as (
      update webhook_deliveries set next_attempt_at = now()
       where ended_at is null and next_attempt_at > ${latestDue(LONGEST_DELIVERY_WAIT_MS)})
    update webhook_deliveries set attempts = attempts + 1, next_attempt_at = ${afterPause(at, until)}
     where id in (select id from due) returning *`.execute(db)
  return claimed.rows.map(toDelivery).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const countWaiting = async (db: Kysely<Database>, webhookId: string | null, most: number): Promise<number> => {
  const waiting = db.selectFrom('webhook_deliveries').select('id').where('ended_at', 'is', null).limit(most)
  return (await (webhookId === null ? waiting : waiting.where('webhook_id', '=', webhookId)).execute()).length
}

const toDelivery = (row: Selectable<WebhookDeliveriesTable>): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  eventId: row.event_id,
  kind: row.kind,
  data: row.data as EventData,
  occurredAt: row.occurred_at,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  lastAttemptAt: row.last_attempt_at,
  lastStatus: row.last_status,
  lastError: row.last_error,
  createdAt: row.created_at,
  endedAt: row.ended_at,
  outcome: row.outcome,
})
