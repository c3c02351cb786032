import type { Either } from 'fp-ts/lib/Either.js'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { OneTimePurpose } from '../../../domain/identity/one-time-token.ts'
import type { AlertFacts, AlertKind } from '../../../domain/mail/notification-settings.ts'
import type { NoticeKind } from '../../../domain/mail/outgoing-mail.ts'

interface MailMessageHead {
  /** The same for every attempt at one mail, so that a mail server can recognise a repetition. */
  readonly id: string
  readonly to: string
  readonly locale: MailLocale
}

export interface LinkMail extends MailMessageHead {
  readonly kind: OneTimePurpose
  /** The link opens the recipient's account: never log it, never store it. */
  readonly link: string
}

interface NoticeMail extends MailMessageHead {
  readonly kind: NoticeKind
  /** The subject of a notice: a provider, or a key in its masked form. */
  readonly detail: string | null
}

export interface AlertMail extends MailMessageHead {
  readonly kind: AlertKind
  readonly facts: AlertFacts
  /** Where the owner ends alerts of this kind: a page, and the address that a mail program asks by one POST. */
  readonly unsubscribe: { readonly page: string; readonly oneClick: string }
}

export type MailMessage = LinkMail | NoticeMail | AlertMail

export type MailFailure =
  /** The mail was not sent now; a later attempt may succeed. */
  | { readonly tag: 'mail_delayed'; readonly reason: string; readonly mayHaveBeenSent: boolean }
  /** The server refuses mail of this recipient for good. */
  | { readonly tag: 'mail_refused'; readonly reason: string }

/** Hands a mail message to a mail server. Bounded in time. It never rejects because of the server. */
export interface Mailer {
  /** How many messages it sends at once. More would wait for one another. */
  readonly atOnce: number
  send(message: MailMessage): Promise<Either<MailFailure, null>>
}
