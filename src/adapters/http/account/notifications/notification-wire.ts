import * as t from 'io-ts'
import { ALERT_KINDS } from '../../../../domain/mail/notification-settings.ts'
import type { AlertKind, NotificationSettings } from '../../../../domain/mail/notification-settings.ts'
import { formatMicroOrNull } from '../../../../domain/money/decimal.ts'
import { amountText } from '../../codecs/money/amounts.ts'
import { wordOf } from '../../codecs/word-codec.ts'

export const language = wordOf(['en', 'ru'])

const switches = Object.fromEntries(ALERT_KINDS.map((kind) => [kind, t.boolean])) as Record<AlertKind, t.BooleanC>

export const notificationsBody = t.type(
  { low_balance_threshold: t.union([amountText, t.null]), language, mail: t.type(switches) },
  'NotificationsResponse',
)

export const writeNotifications = ({
  lowBalanceThreshold,
  locale,
  muted,
}: NotificationSettings): t.TypeOf<typeof notificationsBody> => ({
  low_balance_threshold: formatMicroOrNull(lowBalanceThreshold, 'RUB'),
  language: locale,
  mail: Object.fromEntries(ALERT_KINDS.map((kind) => [kind, !muted.includes(kind)])) as Record<AlertKind, boolean>,
})
