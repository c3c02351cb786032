import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { StoredSecrets, WebhookStore } from '../../../application/ports/webhooks/webhook-store.ts'
import type { EventKind } from '../../../domain/webhooks/account-event.ts'
import type { Webhook, WebhookChange } from '../../../domain/webhooks/webhook.ts'
import type { Database } from '../schema/schema.ts'
import type { WebhooksTable } from '../schema/webhook-tables.ts'
import { plainArray } from '../sql/array-literal.ts'

const COLUMNS = [
  'id',
  'user_id',
  'url',
  'description',
  'events',
  'enabled',
  'disabled_reason',
  'delivered_at',
  'created_at',
] as const

const eventsLiteral = (events: readonly EventKind[] | null): string | null =>
  events === null ? null : plainArray(events)

export const kyselyWebhooks = (db: Kysely<Database>): WebhookStore => {
  const one = (id: string) => db.selectFrom('webhooks').select(COLUMNS).where('id', '=', id)
  return {
    async add(webhook, secret) {
      await db
        .insertInto('webhooks')
        .values({
          id: webhook.id,
          user_id: webhook.userId,
          url: webhook.url,
          description: webhook.description,
          events: eventsLiteral(webhook.events),
          enabled: webhook.enabled,
          secret,
          created_at: webhook.createdAt,
        })
        .execute()
    },
    async find(id) {
      const row = await one(id).executeTakeFirst()
      return row === undefined ? null : toWebhook(row)
    },
    async lock(id) {
      const row = await one(id).forUpdate().executeTakeFirst()
      return row === undefined ? null : toWebhook(row)
    },
    secretsOf: (id) => secretsOf(db, id),
    async replaceSecrets(id, { current, previous }) {
      await db
        .updateTable('webhooks')
        .set({ secret: current, previous_secret: previous?.secret ?? null, previous_until: previous?.until ?? null })
        .where('id', '=', id)
        .execute()
    },
    async listOf(userId) {
      const rows = await db.selectFrom('webhooks').select(COLUMNS).where('user_id', '=', userId).orderBy('id').execute()
      return rows.map(toWebhook)
    },
    change: (id, change) => changeWebhook(db, id, change),
    async disable(id, reason, at) {
      const disabled = await db
        .updateTable('webhooks')
        .set({ enabled: false, disabled_reason: reason })
        .where('id', '=', id)
        .where('enabled', '=', true)
        .executeTakeFirst()
      await db
        .updateTable('webhook_deliveries')
        .set({ outcome: 'canceled', ended_at: at })
        .where('webhook_id', '=', id)
        .where('ended_at', 'is', null)
        .execute()
      return disabled.numUpdatedRows === 1n
    },
    async noteDelivered(id, at) {
      await db
        .updateTable('webhooks')
        .set({ delivered_at: at })
        .where('id', '=', id)
        .where((where) => where.or([where('delivered_at', 'is', null), where('delivered_at', '<', at)]))
        .execute()
    },
    async delete(id) {
      const { numDeletedRows } = await db.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
      return numDeletedRows === 1n
    },
  }
}

const changeWebhook = async (db: Kysely<Database>, id: string, change: WebhookChange): Promise<void> => {
  const { url, description, events, enabled } = change
  const columns = {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events: eventsLiteral(events) }),
    // The owner has decided: what the service had found before is settled.
    ...(enabled === undefined ? {} : { enabled, disabled_reason: sql<null>`null` }),
  }
  if (Object.keys(columns).length === 0) return
  await db.updateTable('webhooks').set(columns).where('id', '=', id).execute()
}

const secretsOf = async (db: Kysely<Database>, id: string): Promise<StoredSecrets | null> => {
  const row = await db
    .selectFrom('webhooks')
    .select(['secret', 'previous_secret', 'previous_until'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const { secret: current, previous_secret: secret, previous_until: until } = row
  return { current, previous: secret === null || until === null ? null : { secret, until } }
}

const toWebhook = (row: Pick<Selectable<WebhooksTable>, (typeof COLUMNS)[number]>): Webhook => ({
  id: row.id,
  userId: row.user_id,
  url: row.url,
  description: row.description,
  events: row.events as readonly EventKind[] | null,
  enabled: row.enabled,
  disabledReason: row.disabled_reason,
  deliveredAt: row.delivered_at,
  createdAt: row.created_at,
})
