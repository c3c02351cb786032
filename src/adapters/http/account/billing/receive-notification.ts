import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type {
  NotificationFailure,
  NotificationInput,
} from '../../../../application/billing/top-ups/receive-notification.ts'
import type { NotificationRefusal } from '../../../../application/ports/billing/payment-gateway.ts'
import { rawBody } from '../../body/raw-body.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ProtocolFailure } from '../../failures/protocol-failure.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'

interface ReceiveNotificationEndpointDeps {
  readonly acceptsNotification: (provider: string, clientAddress: string) => boolean
  readonly receiveNotification: (input: NotificationInput) => Promise<Either<NotificationFailure, null>>
}

/**
 * Serves every payment provider. The provider's gateway reads the notification, from the bytes as they came, because a
 * signature is made over bytes; a gateway without signatures refuses by the client address, before the body is read.
 */
export const receiveNotificationEndpoint = (deps: ReceiveNotificationEndpointDeps): Endpoint =>
  endpoint({
    id: 'receivePaymentNotification',
    method: 'POST',
    path: '/v1/billing/notifications/:provider',
    surface: accountSurface,
    auth: 'none',
    group: 'Billing',
    summary: 'Receive the notification of a payment provider that a payment has changed',
    params: t.type({ provider: t.string }),
    headers: t.UnknownRecord,
    body: rawBody,
    success: {
      status: 200,
      description: 'Received; also a repeated one, and one about a payment that is not ours.',
      body: t.type({ received: t.literal(true) }, 'NotificationReceipt'),
    },
    failures: ['not_found'],
    admit: ({ params, clientAddress }) =>
      deps.acceptsNotification(String(params['provider']), clientAddress) ? right(null) : left({ tag: 'not_found' }),
    handle: async ({ params, headers, body }) => {
      const received = await deps.receiveNotification({
        provider: params.provider,
        notification: { body, headers },
      })
      return isLeft(received) ? left(failureOf(received.left)) : right(json(200, { received: true }))
    },
  })

type NotificationApiFailure = Extract<
  ProtocolFailure,
  { readonly tag: 'not_found' | 'overloaded' | 'unsupported_media_type' | 'malformed_json' | 'validation_error' }
>

const failureOf = (failure: NotificationFailure): NotificationApiFailure => {
  switch (failure.tag) {
    case 'not_found':
      return failure
    case 'notification_refused':
      return refusalOf(failure)
    case 'payment_unavailable':
      // Any status but 200 makes the provider send the notification again.
      return { tag: 'overloaded' }
  }
}

const refusalOf = ({ reason, message }: NotificationRefusal): NotificationApiFailure => {
  switch (reason) {
    case 'signature':
      // A client that is not the provider learns no more than at a wrong path.
      return { tag: 'not_found' }
    case 'media_type':
      return { tag: 'unsupported_media_type', message }
    case 'syntax':
      return { tag: 'malformed_json', message }
    case 'content':
      return problemIn('body', [], message, 'invalid')
  }
}
