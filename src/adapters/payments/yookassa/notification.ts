import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { NotificationRefusal, RawNotification } from '../../../application/ports/billing/payment-gateway.ts'

const notification = t.type({ event: t.string, object: t.type({ id: t.string }) })

const MAX_EVENT_LENGTH = 128
const PAYMENT_ID = /^[\w-]{1,128}$/

const utf8 = new TextDecoder('utf-8', { fatal: true })

const refused = (reason: NotificationRefusal['reason'], message: string): Either<NotificationRefusal, never> =>
  left({ tag: 'notification_refused', reason, message })

const isJson = (mediaType: unknown): boolean =>
  typeof mediaType === 'string' && /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(mediaType.trim())

const parse = (body: Uint8Array): Either<NotificationRefusal, unknown> => {
  try {
    return right(JSON.parse(utf8.decode(body)))
  } catch {
    return refused('syntax', 'The body is not valid JSON.')
  }
}

/**
 * The payment that a notification of YooKassa (API v3) is about; null for an event of another kind, such as
 * `refund.succeeded`. YooKassa does not sign its notifications, so the id is only a hint.
 */
export const readNotification = ({ body, headers }: RawNotification): Either<NotificationRefusal, string | null> => {
  if (!isJson(headers['content-type'])) return refused('media_type', 'Send the body as application/json.')
  const parsed = parse(body)
  if (isLeft(parsed)) return parsed
  const decoded = notification.decode(parsed.right)
  if (isLeft(decoded)) return refused('content', 'must have an event and an object with an id')
  const { event, object } = decoded.right
  if (event === '' || event.length > MAX_EVENT_LENGTH) {
    return refused('content', `must have an event of 1 to ${MAX_EVENT_LENGTH} characters`)
  }
  if (!PAYMENT_ID.test(object.id)) return refused('content', 'must have an object whose id is a word')
  return right(event.startsWith('payment.') ? object.id : null)
}
