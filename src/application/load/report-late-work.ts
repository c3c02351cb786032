import type { HoldStore } from '../ports/billing/hold-store.ts'
import type { MailQueue } from '../ports/mail/mail-queue.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { DeliveryQueue } from '../ports/webhooks/delivery-queue.ts'

/** A worker does due work within seconds. What waits longer than this has no worker. */
const LATE_SECONDS = 60

/** Background work whose waiting shows: of it at least one piece is due at an exact moment. */
type BackgroundWork = 'mail' | 'webhooks' | 'lost holds'

interface ReportLateWorkDeps {
  readonly mail: Pick<MailQueue, 'oldestDue'>
  readonly deliveries: Pick<DeliveryQueue, 'oldestDue'>
  readonly holds: Pick<HoldStore, 'overdueSeconds'>
  readonly clock: Clock
  /** Gets how long the oldest piece of this work has been due, in whole seconds. */
  readonly report: (work: BackgroundWork, waitedSeconds: number) => void
}

/** For a server that leaves the background work to workers: reports each kind of it that no worker does. */
export const reportLateWork =
  ({ mail, deliveries, holds, clock, report }: ReportLateWorkDeps) =>
  async (): Promise<void> => {
    const secondsSince = (due: Date | null): number => (due === null ? 0 : (clock.now() - due.getTime()) / 1000)
    const waited: readonly (readonly [BackgroundWork, number])[] = [
      ['mail', secondsSince(await mail.oldestDue())],
      ['webhooks', secondsSince(await deliveries.oldestDue())],
      ['lost holds', await holds.overdueSeconds()],
    ]
    for (const [work, seconds] of waited) if (seconds >= LATE_SECONDS) report(work, Math.floor(seconds))
  }
