import type { NotificationSettingsStore } from '../../../src/application/ports/notifications/notification-settings-store.ts'
import { DEFAULT_NOTIFICATIONS } from '../../../src/domain/mail/notification-settings.ts'
import type { NotificationSettings } from '../../../src/domain/mail/notification-settings.ts'

export const memoryNotificationSettings = (
  kept: Map<string, NotificationSettings> = new Map(),
): NotificationSettingsStore => ({
  find: async (userId) => kept.get(userId) ?? DEFAULT_NOTIFICATIONS,
  save: async (userId, settings) => {
    kept.set(userId, settings)
  },
})
