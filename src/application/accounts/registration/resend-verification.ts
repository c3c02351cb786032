import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { AdmitMail } from '../../admission/admit-mail.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { MailQueue } from '../../ports/mail/mail-queue.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'

interface ResendVerificationDeps {
  readonly users: Pick<UserStore, 'find'>
  readonly mail: Pick<MailQueue, 'enqueue'>
  readonly admitMail: AdmitMail
  readonly ids: IdGenerator
  readonly clock: Clock
}

export type ResendVerification = (userId: string, locale: MailLocale, clientAddress: string) => Promise<boolean>

/**
 * Queues another verification mail. The links of earlier mails stay valid. False when there is no address to verify,
 * and past the limit of mails.
 */
export const resendVerification =
  (deps: ResendVerificationDeps): ResendVerification =>
  async (userId, locale, clientAddress) => {
    const user = await deps.users.find(userId)
    if (user === null || user.emailVerified) return false
    if (!(await deps.admitMail(user.emailFolded, clientAddress))) return false
    const mail = { id: deps.ids.next(), recipient: user.emailFolded, locale, createdAt: new Date(deps.clock.now()) }
    await deps.mail.enqueue({ ...mail, kind: 'verify_email' })
    return true
  }
