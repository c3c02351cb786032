import type { NotificationSettings } from '../../../domain/mail/notification-settings.ts'

export interface NotificationSettingsStore {
  /** The defaults of the domain where the account has none of its own. */
  find(userId: string): Promise<NotificationSettings>
  /** Lock the user where the settings depend on those before. */
  save(userId: string, settings: NotificationSettings): Promise<void>
}
