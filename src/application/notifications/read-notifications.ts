import type { NotificationSettings } from '../../domain/mail/notification-settings.ts'
import type { NotificationSettingsStore } from '../ports/notifications/notification-settings-store.ts'

interface ReadNotificationsDeps {
  readonly notificationSettings: Pick<NotificationSettingsStore, 'find'>
}

export type ReadNotifications = (userId: string) => Promise<NotificationSettings>

export const readNotifications =
  ({ notificationSettings }: ReadNotificationsDeps): ReadNotifications =>
  (userId) =>
    notificationSettings.find(userId)
