import type { Delivery, DeliveryOutcome } from '../../../domain/webhooks/delivery.ts'

export interface NewDelivery extends Pick<
  Delivery,
  'id' | 'webhookId' | 'eventId' | 'kind' | 'data' | 'occurredAt' | 'createdAt'
> {
  /** Whether its owner asked for it, or caused it by a change of what is watched. */
  readonly isByHand?: boolean
}

interface DeliveryClaim {
  readonly at: Date
  /** When a claimed delivery is due again if its process dies. */
  readonly until: Date
  readonly limit: number
  /** The most of one webhook, with those under way, so that a slow server keeps few others waiting. */
  readonly perWebhook: number
  /** The most of one account, in the same way: one account may have many webhooks. */
  readonly perAccount: number
  /** How many attempts the caller has under way, by webhook. */
  readonly underWay: ReadonlyMap<string, number>
}

/** What an attempt left behind. */
export interface AttemptNote {
  readonly at: Date
  readonly status: number | null
  readonly error: string | null
}

interface DeliveryPageQuery {
  readonly webhookId: string
  /** Only deliveries made before this one; null: from the newest. */
  readonly before: string | null
  readonly limit: number
}

/**
 * Deliveries that wait to be sent, and those that ended. Queue one in the transaction of its event, so that neither
 * exists without the other. A caller whose clock is ahead of the database's gets nothing before it is due, and no pause
 * of it is longer than it means. One that is longer than LONGEST_DELIVERY_WAIT_MS ends with the next claim.
 */
export interface DeliveryQueue {
  /** Due at once. Does nothing where one of this event waits for this webhook already, or the webhook is gone. */
  enqueue(delivery: NewDelivery): Promise<void>
  /**
   * Deliveries that are due: first those of the accounts that have the fewest under way, and of these the longest due
   * of the webhook that has the fewest.
   * Of any number of callers each goes to one. Counts the attempt.
   */
  claim(claim: DeliveryClaim): Promise<readonly Delivery[]>
  /** Ends a delivery. Does nothing where it has ended, or was claimed again since `attempts`. */
  end(delivery: Pick<Delivery, 'id' | 'attempts'>, outcome: DeliveryOutcome, note: AttemptNote): Promise<void>
  /** Lets a delivery wait from the moment of the note on, under the same condition. */
  postpone(delivery: Pick<Delivery, 'id' | 'attempts'>, until: Date, note: AttemptNote): Promise<void>
  find(id: string): Promise<Delivery | null>
  /** The delivery of the event that waits for the webhook. */
  findWaiting(webhookId: string, eventId: string): Promise<Delivery | null>
  /** A waiting delivery is due at the moment, whenever it was due before. */
  makeDue(id: string, at: Date): Promise<void>
  /** Newest first. */
  page(query: DeliveryPageQuery): Promise<readonly Delivery[]>
  /** Deliveries that wait, of one webhook or (null) of all; counts no further than `most`. */
  countWaiting(webhookId: string | null, most: number): Promise<number>
  /** Deliveries of a webhook that its owner has caused by hand since the moment; counts no further than `most`. */
  countByHand(webhookId: string, since: Date, most: number): Promise<number>
  /** Since when the delivery that waits longest has been due; in the future where all wait for a later attempt. */
  oldestDue(): Promise<Date | null>
  /** Deletes at most `limit` deliveries that ended before the moment. Returns their number. */
  prune(endedBefore: Date, limit: number): Promise<number>
}
