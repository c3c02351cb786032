import type { MailMessage } from '../../application/ports/mail/mailer.ts'
import { lifeHours } from '../../domain/identity/one-time-token.ts'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import { englishLinks, russianLinks } from './link-texts.ts'
import { englishNotice, russianNotice } from './notice-texts.ts'

export interface MailText {
  readonly subject: string
  /** Plain text, because every program shows it and the reader sees where a link leads. */
  readonly body: string
}

const LINKS = { en: englishLinks, ru: russianLinks } as const
const NOTICES = { en: englishNotice, ru: russianNotice } as const satisfies Readonly<Record<MailLocale, unknown>>

export const mailText = (message: MailMessage): MailText =>
  'link' in message
    ? LINKS[message.locale][message.kind](message.link, lifeHours(message.kind))
    : NOTICES[message.locale](message.kind, message.detail)
