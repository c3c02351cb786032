import { DAY_MS } from '../../domain/time-units.ts'
import type { DeliveryQueue } from '../ports/webhooks/delivery-queue.ts'

/** The most deliveries of a webhook that its owner may cause in a day: each is a row that is kept for a month. */
const MAX_A_DAY = 200

/** Whether the owner of a webhook has caused as many deliveries within a day as may be. */
export const hasCausedEnough = async (
  deliveries: Pick<DeliveryQueue, 'countByHand'>,
  webhookId: string,
  at: Date,
): Promise<boolean> =>
  (await deliveries.countByHand(webhookId, new Date(at.getTime() - DAY_MS), MAX_A_DAY)) >= MAX_A_DAY
