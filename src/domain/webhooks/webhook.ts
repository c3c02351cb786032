import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { DAY_MS } from '../time-units.ts'
import { publicUrl } from '../media/public-url.ts'
import type { UnsafeUrl, UrlRules } from '../media/public-url.ts'
import type { DeliveredKind, EventKind } from './account-event.ts'

/** Why the service itself disabled a webhook: its server answered 410, or took nothing for days. */
export type DisabledReason = 'gone' | 'failing'

/** An address of a user's own server that learns of the events of the account. */
export interface Webhook {
  readonly id: string
  readonly userId: string
  /** In the spelling of the URL parser. */
  readonly url: string
  readonly description: string | null
  /** Null: every kind of event. */
  readonly events: readonly EventKind[] | null
  readonly enabled: boolean
  /** Null while it is enabled, and where its owner disabled it. */
  readonly disabledReason: DisabledReason | null
  /** When its server last took a delivery. */
  readonly deliveredAt: Date | null
  readonly createdAt: Date
}

/** What the owner of a webhook may change. An absent field stays as it is. */
export interface WebhookChange {
  readonly url?: string
  readonly description?: string | null
  readonly events?: readonly EventKind[] | null
  readonly enabled?: boolean
}

const MAX_WEBHOOKS = 10

export type TooManyWebhooks = { readonly tag: 'too_many_webhooks'; readonly most: number }

/** Whether an account with `count` webhooks may have one more. */
export const checkWebhookCount = (count: number): Either<TooManyWebhooks, null> =>
  count >= MAX_WEBHOOKS ? left({ tag: 'too_many_webhooks', most: MAX_WEBHOOKS }) : right(null)

/** Which addresses a webhook may have. */
export interface WebhookRules {
  /** Whether `http:` will do: an event on its way is then readable. */
  readonly allowsHttp: boolean
  readonly urls: UrlRules
}

/** An address that events may be sent to, in one spelling. The names behind it are judged at each connection. */
export const webhookUrl = (text: string, rules: WebhookRules): Either<UnsafeUrl, string> => {
  const url = publicUrl(text, rules.urls)
  if (isLeft(url)) return url
  return rules.allowsHttp || url.right.href.startsWith('https:')
    ? right(url.right.href)
    : left({ tag: 'unsafe_url', message: 'The address must begin with https://.' })
}

/** Whether a webhook gets an event of this kind. */
export const wantsEvent = ({ enabled, events }: Pick<Webhook, 'enabled' | 'events'>, kind: DeliveredKind): boolean =>
  enabled && (kind === 'webhook.test' || events === null || events.includes(kind))

/** How long the secret before the last one signs beside it. */
const PREVIOUS_SECRET_MS = DAY_MS

/** Until when a replaced secret still signs: its owner's servers get the new one during that time. */
export const previousUntil = (nowMs: number): Date => new Date(nowMs + PREVIOUS_SECRET_MS)
