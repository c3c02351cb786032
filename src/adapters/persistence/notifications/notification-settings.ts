import type { Kysely } from 'kysely'
import type { NotificationSettingsStore } from '../../../application/ports/notifications/notification-settings-store.ts'
import { ALERT_KINDS, DEFAULT_NOTIFICATIONS } from '../../../domain/mail/notification-settings.ts'
import type { Database } from '../schema/schema.ts'
import { plainArray } from '../sql/array-literal.ts'

export const kyselyNotificationSettings = (db: Kysely<Database>): NotificationSettingsStore => ({
  async find(userId) {
    const row = await db
      .selectFrom('notification_settings')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (row === undefined) return DEFAULT_NOTIFICATIONS
    return {
      lowBalanceThreshold: row.low_balance_threshold,
      locale: row.locale ?? DEFAULT_NOTIFICATIONS.locale,
      muted: ALERT_KINDS.filter((kind) => row.muted.includes(kind)),
    }
  },
  async save(userId, { lowBalanceThreshold, locale, muted }) {
    const columns = { low_balance_threshold: lowBalanceThreshold, locale, muted: plainArray(muted) }
    await db
      .insertInto('notification_settings')
      .values({ user_id: userId, ...columns })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
      .execute()
  },
})
