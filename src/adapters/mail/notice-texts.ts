import { ACCESS_ENDED } from '../../domain/mail/outgoing-mail.ts'
import type { NoticeKind } from '../../domain/mail/outgoing-mail.ts'
import type { MailText } from './mail-texts.ts'

interface Notice {
  readonly subject: string
  /** What happened, in one sentence. */
  readonly fact: string
}

const PROVIDER_NAMES: Readonly<Record<string, string>> = { google: 'Google', yandex: 'Yandex' }

const providerName = (detail: string | null): string => PROVIDER_NAMES[detail ?? ''] ?? ''

const ENGLISH: Readonly<Record<NoticeKind, (detail: string | null) => Notice>> = {
  identity_linked: (detail) => ({
    subject: 'A social account was linked',
    fact: `A ${providerName(detail)} account was linked to your account and can now be used to enter it.`,
  }),
  identity_unlinked: (detail) => ({
    subject: 'A social account was unlinked',
    fact: `${providerName(detail)} can no longer be used to enter your account.`,
  }),
  key_created: (detail) => ({
    subject: 'A new API key was made',
    fact: `A new API key was made in your account: ${detail ?? ''}.`,
  }),
  key_deleted: (detail) => ({
    subject: 'An API key was deleted',
    fact: `An API key of your account was deleted: ${detail ?? ''}.`,
  }),
  password_changed: () => ({
    subject: 'Your password was changed',
    fact:
      'The password of your account was changed. Your other sessions are over; ' +
      'your API keys, linked accounts and webhooks work as before.',
  }),
  password_reset: (detail) => ({
    subject: 'Your password was reset',
    fact:
      'A new password was set for your account through a link sent to this address. All sessions are over' +
      (detail === ACCESS_ENDED
        ? ', API keys and linked accounts that may not be yours are gone, and every webhook is disabled until you enable it again.'
        : '; your API keys, linked accounts and webhooks work as before.'),
  }),
  account_deleted: () => ({
    subject: 'Your account was closed',
    fact: 'Your account was closed. All sessions are over and all API keys are refused.',
  }),
}

const RUSSIAN: Readonly<Record<NoticeKind, (detail: string | null) => Notice>> = {
  identity_linked: (detail) => ({
    subject: 'Привязан внешний аккаунт',
    fact: `К вашей учётной записи привязан аккаунт ${providerName(detail)}: теперь через него можно войти.`,
  }),
  identity_unlinked: (detail) => ({
    subject: 'Внешний аккаунт отвязан',
    fact: `Войти в вашу учётную запись через ${providerName(detail)} больше нельзя.`,
  }),
  key_created: (detail) => ({
    subject: 'Создан новый ключ API',
    fact: `В вашей учётной записи создан новый ключ API: ${detail ?? ''}.`,
  }),
  key_deleted: (detail) => ({
    subject: 'Ключ API удалён',
    fact: `В вашей учётной записи удалён ключ API: ${detail ?? ''}.`,
  }),
  password_changed: () => ({
    subject: 'Пароль изменён',
    fact:
      'Пароль вашей учётной записи изменён. Остальные сеансы завершены; ' +
      'ключи API, привязанные аккаунты и вебхуки работают как прежде.',
  }),
  password_reset: (detail) => ({
    subject: 'Задан новый пароль',
    fact:
      'Для вашей учётной записи задан новый пароль по ссылке, отправленной на этот адрес. Все сеансы завершены' +
      (detail === ACCESS_ENDED
        ? ', ключи API и привязанные аккаунты, которые могут быть не вашими, удалены, а вебхуки отключены, пока вы их не включите.'
        : '; ключи API, привязанные аккаунты и вебхуки работают как прежде.'),
  }),
  account_deleted: () => ({
    subject: 'Учётная запись закрыта',
    fact: 'Ваша учётная запись закрыта. Все сеансы завершены, ключи API больше не действуют.',
  }),
}

/** The owner cannot reopen a closed account, so its notice names the people who can. */
export const englishNotice = (kind: NoticeKind, detail: string | null): MailText => {
  const { subject, fact } = ENGLISH[kind](detail)
  const advice =
    kind === 'account_deleted'
      ? 'write to us: only we can open the account again.'
      : 'ask for a new password ("forgot password") and choose to end all other access there; then look through your API keys, linked accounts, webhooks and sessions.'
  return { subject, body: `Hello,\n\n${fact}\n\nIf it was you, there is nothing to do. If it was not, ${advice}\n` }
}

export const russianNotice = (kind: NoticeKind, detail: string | null): MailText => {
  const { subject, fact } = RUSSIAN[kind](detail)
  const advice =
    kind === 'account_deleted'
      ? 'напишите нам: снова открыть учётную запись можем только мы.'
      : 'запросите новый пароль («забыли пароль») и выберите там завершение всех других доступов; затем проверьте ключи API, привязанные аккаунты, вебхуки и сеансы.'
  return {
    subject,
    body: `Здравствуйте!\n\n${fact}\n\nЕсли это были вы, ничего делать не нужно. Если нет, ${advice}\n`,
  }
}
