import { changeNotificationsEndpoint } from '../../../adapters/http/account/notifications/change-notifications.ts'
import { readNotificationsEndpoint } from '../../../adapters/http/account/notifications/read-notifications.ts'
import { unsubscribeEndpoint } from '../../../adapters/http/account/notifications/unsubscribe.ts'
import { alertOfMarks as makeAlertOfMarks } from '../../../application/notifications/alert-of-marks.ts'
import { readNotifications as makeReadNotifications } from '../../../application/notifications/read-notifications.ts'
import { saveNotifications as makeSaveNotifications } from '../../../application/notifications/save-notifications.ts'
import { unsubscribe as makeUnsubscribe } from '../../../application/notifications/unsubscribe.ts'
import { notificationSettings, unitOfWork } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'
import { unsubscribeTokens } from '../resources.ts'
import { clock, ids } from '../runtime.ts'

const readNotifications = provision('readNotifications', makeReadNotifications, { notificationSettings })
const saveNotifications = provision('saveNotifications', makeSaveNotifications, { unitOfWork, ids, clock })
const unsubscribe = provision('unsubscribe', makeUnsubscribe, { unsubscribeTokens, saveNotifications })
export const alertOfMarks = provision('alertOfMarks', makeAlertOfMarks, { unitOfWork, ids, clock })

export const notificationEndpoints = [
  provisionOf(readNotificationsEndpoint, readNotifications),
  provisionOf(changeNotificationsEndpoint, saveNotifications),
  provisionOf(unsubscribeEndpoint, unsubscribe),
]
