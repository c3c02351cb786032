import type { MailLocale } from './mail-locale.ts'

/** What an owner may learn by mail or not, each kind by itself. Notices of security are always sent. */
export const ALERT_KINDS = [
  'balance_low',
  'key_budget_80',
  'key_budget_100',
  'topup_failed',
  'webhook_disabled',
] as const

export type AlertKind = (typeof ALERT_KINDS)[number]

/** What an alert says, in the forms in which people read it. */
export type AlertFacts = Readonly<Record<string, string>>

export interface NotificationSettings {
  /** Micro-roubles: below this balance the owner is alerted. Null: never. */
  readonly lowBalanceThreshold: bigint | null
  /** The language of alerts, which no request of the owner causes. */
  readonly locale: MailLocale
  /** The kinds of alerts that the owner does not want by mail. */
  readonly muted: readonly AlertKind[]
}

/** What an account has whose owner chose nothing. */
export const DEFAULT_NOTIFICATIONS: NotificationSettings = {
  lowBalanceThreshold: 100_000_000n,
  locale: 'en',
  muted: [],
}

/** What an owner may change. An absent field stays as it is. */
export interface NotificationChange {
  readonly lowBalanceThreshold?: bigint | null
  readonly locale?: MailLocale
  /** Whether alerts of the kind are sent by mail. */
  readonly mail?: Readonly<Partial<Record<AlertKind, boolean>>>
}

export const changeNotifications = (
  settings: NotificationSettings,
  { lowBalanceThreshold, locale, mail = {} }: NotificationChange,
): NotificationSettings => ({
  lowBalanceThreshold: lowBalanceThreshold === undefined ? settings.lowBalanceThreshold : lowBalanceThreshold,
  locale: locale ?? settings.locale,
  muted: ALERT_KINDS.filter((kind) => !(mail[kind] ?? !settings.muted.includes(kind))),
})
