import type { OneTimePurpose } from '../../domain/identity/one-time-token.ts'
import type { MailText } from './mail-texts.ts'

type LinkText = (link: string, hours: number) => MailText

const hoursInEnglish = (hours: number): string => (hours === 1 ? 'one hour' : `${hours} hours`)

const hoursInRussian = (hours: number): string => {
  const [tens, ones] = [hours % 100, hours % 10]
  if (ones === 1 && tens !== 11) return `${hours} часа`
  return `${hours} часов`
}

export const englishLinks: Readonly<Record<OneTimePurpose, LinkText>> = {
  verify_email: (link, hours) => ({
    subject: 'Confirm your e-mail address',
    body: `Hello,

please confirm that this address is yours:

${link}

Open the link where you are logged in, or give the password of the account there. Otherwise we assume that another person may have opened the account with your address: all its sessions, API keys and linked accounts end, its webhooks are disabled, its password stops working, and you choose a new one.

The link works once and for ${hoursInEnglish(hours)}. If you did not open an account with us, ignore this message.
`,
  }),
  reset_password: (link, hours) => ({
    subject: 'Set a new password',
    body: `Hello,

we received a request for a new password for your account, probably from you. Set it here:

${link}

The link works once and for ${hoursInEnglish(hours)}. If it was not you, ignore this message: your password stays as it is.
`,
  }),
}

export const russianLinks: Readonly<Record<OneTimePurpose, LinkText>> = {
  verify_email: (link, hours) => ({
    subject: 'Подтвердите адрес электронной почты',
    body: `Здравствуйте!

Подтвердите, пожалуйста, что этот адрес принадлежит вам:

${link}

Откройте ссылку там, где вы вошли в свою учётную запись, или укажите там её пароль. Иначе мы будем считать, что учётную запись с вашим адресом мог открыть кто-то другой: все её сеансы, ключи API и связанные учётные записи перестанут действовать, вебхуки отключатся, пароль перестанет подходить, и вы зададите новый.

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
