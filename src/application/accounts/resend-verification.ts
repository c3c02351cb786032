import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { MailQueue } from '../ports/mail-queue.ts'
import type { UserStore } from '../ports/user-store.ts'

export interface ResendVerificationDeps {
  readonly users: Pick<UserStore, 'find'>
  readonly mail: Pick<MailQueue, 'enqueue'>
  readonly ids: Ids
  readonly clock: Clock
}

export type ResendVerification = (userId: string, locale: MailLocale) => Promise<boolean>

/** Queues another verification mail, whose link replaces the earlier ones. False when there is nothing to verify. */
export const resendVerification =
  (deps: ResendVerificationDeps): ResendVerification =>
  async (userId, locale) => {
    const user = await deps.users.find(userId)
    if (user === null || user.emailVerified) return false
    const mail = { id: deps.ids.next(), recipient: user.emailFolded, locale, createdAt: new Date(deps.clock.now()) }
    await deps.mail.enqueue({ ...mail, kind: 'verify_email' })
    return true
  }
