import type { Clock } from '../ports/process/clock.ts'
import type { MailQueue } from '../ports/mail/mail-queue.ts'
import type { OneTimeTokenStore } from '../ports/accounts/one-time-token-store.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import { pruneInBatches } from '../prune-in-batches.ts'

/** Long enough for support to answer a user who did not get a mail. */
const KEPT_MS = 7 * DAY_MS

interface PruneMailDeps {
  readonly mail: Pick<MailQueue, 'prune'>
  readonly oneTimeTokens: Pick<OneTimeTokenStore, 'prune'>
  readonly clock: Clock
}

/**
 * Deletes the mail that ended a week ago and the tokens that expired. Returns the number of rows. Any number of
 * instances may run it at the same time.
 */
export const pruneMail = (deps: PruneMailDeps) => async (): Promise<number> => {
  const nowMs = deps.clock.now()
  const mails = await pruneInBatches((limit) => deps.mail.prune(new Date(nowMs - KEPT_MS), limit))
  return mails + (await pruneInBatches((limit) => deps.oneTimeTokens.prune(new Date(nowMs), limit)))
}
