import type { EmailAddress } from '../../../domain/identity/email-address.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { AdmitMail } from '../../admission/admit-mail.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { MailQueue } from '../../ports/mail/mail-queue.ts'

interface RequestPasswordResetDeps {
  readonly mail: Pick<MailQueue, 'enqueue'>
  readonly admitMail: AdmitMail
  readonly ids: IdGenerator
  readonly clock: Clock
}

export type RequestPasswordReset = (email: EmailAddress, locale: MailLocale, clientAddress: string) => Promise<void>

/**
 * Queues a mail with a link to set a new password. The sender looks up the address's user when it sends the mail, so
 * neither the response nor its time reveals whether the address has an account. Past the limit of mails nothing is
 * queued.
 */
export const requestPasswordReset =
  (deps: RequestPasswordResetDeps): RequestPasswordReset =>
  async (email, locale, clientAddress) => {
    if (!(await deps.admitMail(email.folded, clientAddress))) return
    const mail = { id: deps.ids.next(), recipient: email.folded, locale, createdAt: new Date(deps.clock.now()) }
    await deps.mail.enqueue({ ...mail, kind: 'reset_password' })
  }
