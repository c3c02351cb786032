import type { MailMessage } from '../../application/ports/mail/mailer.ts'
import { lifeHours } from '../../domain/identity/one-time-token.ts'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import { alertText } from './alert-texts.ts'
import { englishLinks, russianLinks } from './link-texts.ts'
import { englishNotice, russianNotice } from './notice-texts.ts'

export interface MailText {
  readonly subject: string
  /** Plain text, because every program shows it and the reader sees where a link leads. */
  readonly body: string
}

const LINKS = { en: englishLinks, ru: russianLinks } as const
const NOTICES = { en: englishNotice, ru: russianNotice } as const satisfies Readonly<Record<MailLocale, unknown>>

export const mailText = (message: MailMessage): MailText => {
  if ('link' in message) return LINKS[message.locale][message.kind](message.link, lifeHours(message.kind))
  return 'facts' in message ? alertText(message) : NOTICES[message.locale](message.kind, message.detail)
}

/** RFC 2369 and RFC 8058: a mail program shows a button that ends these mails, and asks for it by one POST. */
export const unsubscribeHeaders = (message: MailMessage): Readonly<Record<string, string>> =>
  'facts' in message
    ? {
        'List-Unsubscribe': `<${message.unsubscribe.oneClick}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : {}
