import { largestOf } from '../extremes.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time-units.ts'
import type { DeliveredKind, EventData } from './account-event.ts'

export type DeliveryOutcome =
  | 'delivered'
  /** The webhook's server took it at no attempt. */
  | 'failed'
  /** The webhook was disabled or its account closed while the delivery waited. */
  | 'canceled'

/** One event on its way to one webhook. */
export interface Delivery {
  readonly id: string
  readonly webhookId: string
  /** The same for every delivery of the event, so that a receiver can recognise a repetition. */
  readonly eventId: string
  readonly kind: DeliveredKind
  readonly data: EventData
  /** When the event happened. */
  readonly occurredAt: Date
  /** Attempts so far, including one that is running. */
  readonly attempts: number
  /** When the next attempt is due; of an ended delivery when the last one was. */
  readonly nextAttemptAt: Date
  readonly lastAttemptAt: Date | null
  /** The HTTP status of the last answer; null if none came. */
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly outcome: DeliveryOutcome | null
}

/** What came of one attempt. */
export type AttemptResult =
  | { readonly tag: 'answered'; readonly status: number }
  /** No answer came, or no connection was allowed. */
  | { readonly tag: 'unanswered'; readonly reason: string }

type DeliveryVerdict =
  | { readonly tag: 'delivered' }
  | { readonly tag: 'retry'; readonly at: Date }
  | { readonly tag: 'failed' }
  /** The receiver says that it wants no events any more. */
  | { readonly tag: 'gone' }

/** The pauses after failed attempts, as the Standard Webhooks specification advises: about three days in all. */
const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** A pause is up to this part longer, so that deliveries that failed together do not return together. */
const JITTER = 0.2

/** No delivery waits longer for its next attempt, except by a clock that was set back since. */
export const LONGEST_DELIVERY_WAIT_MS = largestOf(PAUSES_MS) * (1 + JITTER) + HOUR_MS

/**
 * Decides what follows from an attempt. `attempts` counts it; `chance` is a random number from 0 to below 1.
 */
export const decideDelivery = (
  result: AttemptResult,
  attempts: number,
  nowMs: number,
  chance: number,
): DeliveryVerdict => {
  if (result.tag === 'answered' && result.status >= 200 && result.status < 300) return { tag: 'delivered' }
  if (result.tag === 'answered' && result.status === 410) return { tag: 'gone' }
  const pauseMs = PAUSES_MS[attempts - 1]
  if (pauseMs === undefined) return { tag: 'failed' }
  return { tag: 'retry', at: new Date(nowMs + Math.round(pauseMs * (1 + JITTER * chance))) }
}

/** Somewhat less than the pauses together: processes have clocks that differ. */
const FAILING_FROM_MS = 72 * HOUR_MS

/**
 * Whether a webhook is failing: it took nothing since the delivery that was given up was made, about three days. One
 * whose owner asked for every attempt was given up within minutes, which says nothing of the events that still wait.
 */
export const isFailing = (
  deliveredAt: Date | null,
  { createdAt }: Pick<Delivery, 'createdAt'>,
  nowMs: number,
): boolean => nowMs - createdAt.getTime() >= FAILING_FROM_MS && (deliveredAt === null || deliveredAt < createdAt)
