import { right } from 'fp-ts/lib/Either.js'
import type { ReadNotifications } from '../../../../application/notifications/read-notifications.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'
import { notificationsBody, writeNotifications } from './notification-wire.ts'

export const readNotificationsEndpoint = (readNotifications: ReadNotifications): Endpoint =>
  endpoint({
    id: 'readNotifications',
    method: 'GET',
    path: '/v1/me/notifications',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Read of what you are alerted by mail',
    success: {
      status: 200,
      description: 'The settings. Notices of security are not among them: they are always sent.',
      body: notificationsBody,
    },
    failures: [],
    handle: async (_, { userId }) => right(json(200, writeNotifications(await readNotifications(userId)))),
  })
