import type { EmailAddress } from '../../domain/identity/email-address.ts'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import type { AdmitLetter } from '../admission/admit-letter.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { MailQueue } from '../ports/mail-queue.ts'

export interface RequestPasswordResetDeps {
  readonly mail: Pick<MailQueue, 'enqueue'>
  readonly admitLetter: AdmitLetter
  readonly ids: Ids
  readonly clock: Clock
}

export type RequestPasswordReset = (email: EmailAddress, locale: MailLocale, clientAddress: string) => Promise<void>

/**
 * Queues a mail with a link to set a new password. Whether anybody has the address is looked up when the mail is
 * sent, so that neither the answer nor its time can tell. Past the limit of letters nothing is queued.
 */
export const requestPasswordReset =
  (deps: RequestPasswordResetDeps): RequestPasswordReset =>
  async (email, locale, clientAddress) => {
    if (!(await deps.admitLetter(email.folded, clientAddress))) return
    const mail = { id: deps.ids.next(), recipient: email.folded, locale, createdAt: new Date(deps.clock.now()) }
    await deps.mail.enqueue({ ...mail, kind: 'reset_password' })
  }
