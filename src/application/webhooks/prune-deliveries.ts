import type { Clock } from '../ports/process/clock.ts'
import type { DeliveryQueue } from '../ports/webhooks/delivery-queue.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import { pruneInBatches } from '../prune-in-batches.ts'

const KEPT_MS = 30 * DAY_MS

interface PruneDeliveriesDeps {
  readonly deliveries: Pick<DeliveryQueue, 'prune'>
  readonly clock: Clock
}

/** Deletes deliveries that ended 30 days ago. Returns their number. Any number of instances may run it at once. */
export const pruneDeliveries =
  ({ deliveries, clock }: PruneDeliveriesDeps) =>
  (): Promise<number> => {
    const endedBefore = new Date(clock.now() - KEPT_MS)
    return pruneInBatches((limit) => deliveries.prune(endedBefore, limit))
  }
