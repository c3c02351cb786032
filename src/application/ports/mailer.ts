import type { Either } from 'fp-ts/lib/Either.js'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import type { MailKind } from '../../domain/mail/outgoing-mail.ts'

export interface Letter {
  /** The same for every attempt at one mail, so that a mail server may notice the second. */
  readonly id: string
  readonly to: string
  readonly kind: MailKind
  readonly locale: MailLocale
  /** Opens the recipient's account: never log it, never store it. */
  readonly link: string
}

export type MailFailure =
  /** It was not sent now and may be another time. */
  | { readonly tag: 'mail_delayed'; readonly reason: string; readonly mayHaveGone: boolean }
  /** This recipient's mail is refused for good. */
  | { readonly tag: 'mail_refused'; readonly reason: string }

/** Hands a letter to whoever carries it. Bounded in time; never rejects because of the carrier. */
export interface Mailer {
  send(letter: Letter): Promise<Either<MailFailure, null>>
}
