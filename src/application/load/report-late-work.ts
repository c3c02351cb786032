import { JOB_LIFE_MS } from '../../domain/video/video-job.ts'
import type { HoldStore } from '../ports/billing/hold-store.ts'
import type { TopUpStore } from '../ports/billing/top-up-store.ts'
import type { MailQueue } from '../ports/mail/mail-queue.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { VideoJobStore } from '../ports/providers/video-job-store.ts'
import type { DeliveryQueue } from '../ports/webhooks/delivery-queue.ts'

/** A worker does due work within seconds. What waits longer than this has no worker. */
const LATE_SECONDS = 60

/** Standing work whose waiting shows: of it at least one piece is due at an exact moment. */
type StandingWork = 'mail' | 'webhooks' | 'lost holds' | 'videos' | 'top-ups'

interface ReportLateWorkDeps {
  readonly mail: Pick<MailQueue, 'oldestDue'>
  readonly deliveries: Pick<DeliveryQueue, 'oldestDue'>
  readonly holds: Pick<HoldStore, 'overdueSeconds'>
  readonly videoJobs: Pick<VideoJobStore, 'staleSince'>
  readonly topUps: Pick<TopUpStore, 'firstDue'>
  /** Those of the payment providers that can be asked about their top-ups. */
  readonly providers: () => readonly string[]
  readonly clock: Clock
  /** Gets how long the oldest piece of this work has been due, in whole seconds. */
  readonly report: (work: StandingWork, waitedSeconds: number) => void
}

/** For a server that leaves the standing work to workers: reports each kind of it that no worker does. */
export const reportLateWork =
  ({ mail, deliveries, holds, videoJobs, topUps, providers, clock, report }: ReportLateWorkDeps) =>
  async (): Promise<void> => {
    const nowMs = clock.now()
    const secondsSince = (dueMs: number | null | undefined): number => (nowMs - (dueMs ?? nowMs)) / 1000
    const waited: readonly (readonly [StandingWork, number])[] = [
      ['mail', secondsSince((await mail.oldestDue())?.getTime())],
      ['webhooks', secondsSince((await deliveries.oldestDue())?.getTime())],
      ['lost holds', await holds.overdueSeconds()],
      ['videos', secondsSince(await videoJobs.staleSince(nowMs - JOB_LIFE_MS, nowMs))],
      ['top-ups', secondsSince((await topUps.firstDue(providers(), new Date(nowMs)))?.getTime())],
    ]
    for (const [work, seconds] of waited) if (seconds >= LATE_SECONDS) report(work, Math.floor(seconds))
  }
