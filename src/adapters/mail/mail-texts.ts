import type { Letter } from '../../application/ports/mailer.ts'
import { lifeHours } from '../../domain/identity/one-time-token.ts'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import { englishLinks, russianLinks } from './link-texts.ts'
import { englishNotice, russianNotice } from './notice-texts.ts'

export interface MailText {
  readonly subject: string
  /** Plain text: it reads everywhere, and a link shows where it leads. */
  readonly body: string
}

const LINKS = { en: englishLinks, ru: russianLinks } as const
const NOTICES = { en: englishNotice, ru: russianNotice } as const satisfies Readonly<Record<MailLocale, unknown>>

export const mailText = (letter: Letter): MailText =>
  'link' in letter
    ? LINKS[letter.locale][letter.kind](letter.link, lifeHours(letter.kind))
    : NOTICES[letter.locale](letter.kind, letter.detail)
