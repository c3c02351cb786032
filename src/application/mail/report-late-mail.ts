import type { Clock } from '../ports/process/clock.ts'
import type { MailQueue } from '../ports/mail/mail-queue.ts'

/** A worker takes due mail within a second. Mail that waits longer than this has no worker. */
const LATE_MS = 60_000

interface ReportLateMailDeps {
  readonly mail: Pick<MailQueue, 'oldestDue'>
  readonly clock: Clock
  /** Gets the waiting time of the oldest mail, in whole seconds. */
  readonly report: (waitedSeconds: number) => void
}

/** For a server that leaves mail to workers: reports mail that no worker takes. */
export const reportLateMail =
  ({ mail, clock, report }: ReportLateMailDeps) =>
  async (): Promise<void> => {
    const due = await mail.oldestDue()
    const waitedMs = due === null ? 0 : clock.now() - due.getTime()
    if (waitedMs >= LATE_MS) report(Math.floor(waitedMs / 1000))
  }
