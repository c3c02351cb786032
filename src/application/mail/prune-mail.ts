import type { Clock } from '../ports/clock.ts'
import type { MailQueue } from '../ports/mail-queue.ts'
import type { OneTimeTokenStore } from '../ports/one-time-token-store.ts'

/** Long enough to answer "I never got your mail". */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000
const PRUNED_AT_ONCE = 1_000

export interface PruneMailDeps {
  readonly mail: Pick<MailQueue, 'prune'>
  readonly oneTimeTokens: Pick<OneTimeTokenStore, 'prune'>
  readonly clock: Clock
}

/** Deletes mail that ended a week ago and tokens that expired; answers how many rows. Any number of instances. */
export const pruneMail = (deps: PruneMailDeps) => async (): Promise<number> => {
  const nowMs = deps.clock.now()
  const mails = await deps.mail.prune(new Date(nowMs - KEPT_MS), PRUNED_AT_ONCE)
  return mails + (await deps.oneTimeTokens.prune(new Date(nowMs), PRUNED_AT_ONCE))
}
