import type { Either } from 'fp-ts/lib/Either.js'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import type { OneTimePurpose } from '../../domain/identity/one-time-token.ts'
import type { NoticeKind } from '../../domain/mail/outgoing-mail.ts'

interface LetterHead {
  /** The same for every attempt at one mail, so that a mail server may notice the second. */
  readonly id: string
  readonly to: string
  readonly locale: MailLocale
}

export interface LinkLetter extends LetterHead {
  readonly kind: OneTimePurpose
  /** Opens the recipient's account: never log it, never store it. */
  readonly link: string
}

export interface NoticeLetter extends LetterHead {
  readonly kind: NoticeKind
  /** What the notice is about: a provider, or a key as its owner sees it. */
  readonly detail: string | null
}

export type Letter = LinkLetter | NoticeLetter

export type MailFailure =
  /** It was not sent now and may be another time. */
  | { readonly tag: 'mail_delayed'; readonly reason: string; readonly mayHaveGone: boolean }
  /** This recipient's mail is refused for good. */
  | { readonly tag: 'mail_refused'; readonly reason: string }

/** Hands a letter to whoever carries it. Bounded in time; never rejects because of the carrier. */
export interface Mailer {
  send(letter: Letter): Promise<Either<MailFailure, null>>
}
