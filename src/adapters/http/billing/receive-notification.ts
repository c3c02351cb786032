import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { NotificationFailure, NotificationInput } from '../../../application/billing/receive-notification.ts'
import type { AddressList } from '../address-list.ts'
import { json } from '../answer.ts'
import { text, textOfLength } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'

export interface ReceiveNotificationEndpointDeps {
  readonly receiveNotification: (input: NotificationInput) => Promise<Either<NotificationFailure, null>>
  /** Where the provider's notifications come from. */
  readonly isProviderAddress: AddressList
}

/** Whatever a provider names its payments, it is a word. */
const paymentId = text('an id', (value) => /^[\w-]{1,128}$/.test(value), { minLength: 1, maxLength: 128 })

const body = t.type({ event: textOfLength(1, 128), object: t.type({ id: paymentId }) }, 'PaymentNotification')

const RECEIVED = right(json(200, { received: true }))

/**
 * For payment providers. It carries no signature, so the sender's address is checked, before its body is read, and its content is only a hint
 * where to look: the provider itself is asked before anything happens.
 */
export const receiveNotificationEndpoint = (deps: ReceiveNotificationEndpointDeps): Endpoint =>
  endpoint({
    id: 'receivePaymentNotification',
    method: 'POST',
    path: '/v1/billing/notifications/:provider',
    auth: 'none',
    summary: 'Be told by a payment provider that a payment has changed',
    params: t.type({ provider: t.string }),
    body,
    success: {
      status: 200,
      description: 'Received; also a repeated one, and one about a payment that is not ours.',
      body: t.type({ received: t.literal(true) }, 'NotificationReceipt'),
    },
    failures: ['not_found', 'overloaded'],
    admit: ({ clientAddress }) => (deps.isProviderAddress(clientAddress) ? right(null) : left({ tag: 'not_found' })),
    handle: async ({ params, body: { event, object } }) => {
      if (!event.startsWith('payment.')) return RECEIVED
      const received = await deps.receiveNotification({ provider: params.provider, paymentId: object.id })
      if (!isLeft(received)) return RECEIVED
      // Not answered with 200, so that the provider tells us again.
      return left({ tag: received.left.tag === 'payment_unavailable' ? 'overloaded' : 'not_found' })
    },
  })
