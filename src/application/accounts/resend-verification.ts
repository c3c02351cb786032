import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import type { AdmitLetter } from '../admission/admit-letter.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { MailQueue } from '../ports/mail-queue.ts'
import type { UserStore } from '../ports/user-store.ts'

export interface ResendVerificationDeps {
  readonly users: Pick<UserStore, 'find'>
  readonly mail: Pick<MailQueue, 'enqueue'>
  readonly admitLetter: AdmitLetter
  readonly ids: Ids
  readonly clock: Clock
}

export type ResendVerification = (userId: string, locale: MailLocale, clientAddress: string) => Promise<boolean>

/**
 * Queues another verification mail; the links of earlier ones stay good. False when there is nothing to verify, or past
 * the limit of letters.
 */
export const resendVerification =
  (deps: ResendVerificationDeps): ResendVerification =>
  async (userId, locale, clientAddress) => {
    const user = await deps.users.find(userId)
    if (user === null || user.emailVerified) return false
    if (!(await deps.admitLetter(user.emailFolded, clientAddress))) return false
    const mail = { id: deps.ids.next(), recipient: user.emailFolded, locale, createdAt: new Date(deps.clock.now()) }
    await deps.mail.enqueue({ ...mail, kind: 'verify_email' })
    return true
  }
