import * as t from 'io-ts'
import { secondsOf, secondsOrNull } from '../../../../domain/time-units.ts'
import { EVENT_KINDS } from '../../../../domain/webhooks/account-event.ts'
import type { EventKind } from '../../../../domain/webhooks/account-event.ts'
import type { Webhook } from '../../../../domain/webhooks/webhook.ts'
import { listOf, nullish, textOfLength, unixTime, uuid } from '../../codecs/codecs.ts'
import { visibleText } from '../../codecs/visible-text.ts'
import { withSchema } from '../../codecs/with-schema.ts'
import { wordOf } from '../../codecs/word-codec.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'

const eventKind = wordOf(EVENT_KINDS)

const shown = {
  id: t.string,
  url: t.string,
  description: t.union([t.string, t.null]),
  events: t.union([t.readonlyArray(eventKind), t.null]),
  enabled: t.boolean,
  disabled_reason: t.union([wordOf(['gone', 'failing']), t.null]),
  last_delivered_at: t.union([unixTime, t.null]),
  created_at: unixTime,
}

export const webhookBody = t.type(shown, 'WebhookResponse')
export const createdWebhookBody = t.type({ ...shown, secret: t.string }, 'WebhookCreatedResponse')

export const writeWebhook = (webhook: Webhook): t.TypeOf<typeof webhookBody> => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  events: webhook.events,
  enabled: webhook.enabled,
  disabled_reason: webhook.disabledReason,
  last_delivered_at: secondsOrNull(webhook.deliveredAt),
  created_at: secondsOf(webhook.createdAt),
})

export const webhookParams = t.type({ webhook_id: uuid })

const MAX_URL_CHARACTERS = 2_048

const eventList: t.Type<readonly EventKind[], unknown, unknown> = listOf(
  eventKind,
  1,
  EVENT_KINDS.length,
  'kinds of events',
)

/** The codecs of a webhook's fields in request bodies. */
export const webhookFields = {
  url: withSchema(textOfLength(1, MAX_URL_CHARACTERS), {
    type: 'string',
    format: 'uri',
    minLength: 1,
    maxLength: MAX_URL_CHARACTERS,
    description: 'An https:// address of a public host, at port 443.',
    examples: ['https://hooks.example.com/gateway'],
  }),
  description: nullish(visibleText(200)),
  events: nullish(eventList),
}

/** An address that no webhook may have, as a mistake in its field. */
export const urlProblem = ({ message }: { readonly message: string }): ValidationError =>
  problemIn('body', ['url'], message, 'unsafe_url')
