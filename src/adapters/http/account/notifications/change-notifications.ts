import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { SaveNotifications } from '../../../../application/notifications/save-notifications.ts'
import { ALERT_KINDS } from '../../../../domain/mail/notification-settings.ts'
import type { AlertKind, NotificationChange } from '../../../../domain/mail/notification-settings.ts'
import { nullish } from '../../codecs/codecs.ts'
import { positiveRoubles } from '../../codecs/money/amounts.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { language, notificationsBody, writeNotifications } from './notification-wire.ts'

const switches = Object.fromEntries(ALERT_KINDS.map((kind) => [kind, nullish(t.boolean)])) as Record<
  AlertKind,
  ReturnType<typeof nullish<boolean>>
>

/** Absent leaves a field. Null clears the threshold, and leaves every other field. */
const body = t.type(
  {
    low_balance_threshold: nullish(positiveRoubles),
    language: nullish(language),
    mail: nullish(t.type(switches, 'an object')),
  },
  'NotificationsUpdateRequest',
)

const mailOf = (mail: t.TypeOf<typeof body>['mail']): NotificationChange['mail'] & object =>
  Object.fromEntries(
    ALERT_KINDS.flatMap((kind) => {
      const isWanted = mail?.[kind]
      return typeof isWanted === 'boolean' ? [[kind, isWanted] as const] : []
    }),
  )

const changeOf = (fields: t.TypeOf<typeof body>): NotificationChange => ({
  ...(fields.low_balance_threshold === undefined ? {} : { lowBalanceThreshold: fields.low_balance_threshold }),
  ...(fields.language === undefined || fields.language === null ? {} : { locale: fields.language }),
  mail: mailOf(fields.mail),
})

export const changeNotificationsEndpoint = (saveNotifications: SaveNotifications): Endpoint =>
  endpoint({
    id: 'changeNotifications',
    method: 'PATCH',
    path: '/v1/me/notifications',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Choose of what you are alerted by mail',
    body,
    success: { status: 200, description: 'The settings as they are now.', body: notificationsBody },
    failures: [],
    handle: async (call, { userId }) => {
      const saved = await saveNotifications(userId, changeOf(call.body))
      return isLeft(saved) ? saved : right(json(200, writeNotifications(saved.right)))
    },
  })
