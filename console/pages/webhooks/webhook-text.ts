import type { Schemas } from '../../api/api-types.ts'
import { EVENT_WORDS } from '../../words/event-words.ts'
import { WEBHOOKS_WORDS } from './webhooks-words.ts'

type Webhook = Schemas['WebhookResponse']

/** Whether events are sent, and where the service itself switched the webhook off, why. */
export const stateText = ({ enabled, disabled_reason: reason }: Webhook): string => {
  const words = WEBHOOKS_WORDS()
  if (enabled) return words.on
  return reason === null ? words.off : words.disabled[reason]
}

export const eventsText = ({ events }: Webhook): string => {
  const words = WEBHOOKS_WORDS()
  return events === null ? words.every : events.map((kind) => EVENT_WORDS()[kind]).join(', ')
}
