import { lifeHours } from '../../domain/identity/one-time-token.ts'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import type { MailKind } from '../../domain/mail/outgoing-mail.ts'

export interface MailText {
  readonly subject: string
  /** Plain text: it reads everywhere, and a link shows where it leads. */
  readonly body: string
}

type Template = (link: string, hours: number) => MailText

const hoursInRussian = (hours: number): string => {
  const [tens, ones] = [hours % 100, hours % 10]
  if (ones === 1 && tens !== 11) return `${hours} часа`
  return `${hours} часов`
}

const english: Readonly<Record<MailKind, Template>> = {
  verify_email: (link, hours) => ({
    subject: 'Confirm your e-mail address',
    body: `Hello,

please confirm that this address is yours:

${link}

The link works once and for ${hours === 1 ? 'one hour' : `${hours} hours`}. If you did not open an account with us, ignore this message.
`,
  }),
  reset_password: (link, hours) => ({
    subject: 'Set a new password',
    body: `Hello,

somebody, probably you, asked for a new password for your account. Set it here:

${link}

The link works once and for ${hours === 1 ? 'one hour' : `${hours} hours`}. If it was not you, ignore this message: your password stays as it is.
`,
  }),
}

const russian: Readonly<Record<MailKind, Template>> = {
  verify_email: (link, hours) => ({
    subject: 'Подтвердите адрес электронной почты',
    body: `Здравствуйте!

Подтвердите, пожалуйста, что этот адрес принадлежит вам:

${link}

Ссылка сработает один раз, в течение ${hoursInRussian(hours)}. Если вы у нас не регистрировались, ничего делать не нужно.
`,
  }),
  reset_password: (link, hours) => ({
    subject: 'Новый пароль',
    body: `Здравствуйте!

Кто-то, вероятно вы, запросил новый пароль для вашей учётной записи. Задать его можно здесь:

${link}

Ссылка сработает один раз, в течение ${hoursInRussian(hours)}. Если это были не вы, ничего делать не нужно: пароль останется прежним.
`,
  }),
}

const TEMPLATES: Readonly<Record<MailLocale, Readonly<Record<MailKind, Template>>>> = { en: english, ru: russian }

export const mailText = (kind: MailKind, locale: MailLocale, link: string): MailText =>
  TEMPLATES[locale][kind](link, lifeHours(kind))
