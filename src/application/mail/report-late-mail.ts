import type { Clock } from '../ports/clock.ts'
import type { MailQueue } from '../ports/mail-queue.ts'

/** A worker takes due mail within a second; after this long no worker is there. */
const LATE_MS = 60_000

export interface ReportLateMailDeps {
  readonly mail: Pick<MailQueue, 'oldestDue'>
  readonly clock: Clock
  /** Called with how long the oldest letter has waited, in whole seconds. */
  readonly report: (waitedSeconds: number) => void
}

/** For a server that leaves mail to workers: reports letters that no worker takes. */
export const reportLateMail =
  ({ mail, clock, report }: ReportLateMailDeps) =>
  async (): Promise<void> => {
    const due = await mail.oldestDue()
    const waitedMs = due === null ? 0 : clock.now() - due.getTime()
    if (waitedMs >= LATE_MS) report(Math.floor(waitedMs / 1000))
  }
