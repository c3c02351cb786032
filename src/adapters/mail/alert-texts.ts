import type { AlertMail } from '../../application/ports/mail/mailer.ts'
import type { AlertFacts, AlertKind } from '../../domain/mail/notification-settings.ts'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import type { MailText } from './mail-texts.ts'

interface Alert {
  readonly subject: string
  /** What happened, and what follows from it. */
  readonly fact: string
}

type AlertWords = Readonly<Record<AlertKind, (facts: AlertFacts) => Alert>>

const factOf = (facts: AlertFacts, name: string): string => facts[name] ?? ''

const ENGLISH: AlertWords = {
  balance_low: (facts) => ({
    subject: 'Your balance is low',
    fact: `Your balance is ${factOf(facts, 'balance')} RUB, below ${factOf(facts, 'threshold')} RUB. Calls are refused when it is used up.`,
  }),
  key_budget_80: (facts) => ({
    subject: 'An API key has spent 80 % of its limit',
    fact: `The API key ${factOf(facts, 'key')} has spent ${factOf(facts, 'spent')} of ${factOf(facts, 'limit')} RUB.`,
  }),
  key_budget_100: (facts) => ({
    subject: 'An API key has reached its limit',
    fact: `The API key ${factOf(facts, 'key')} has spent ${factOf(facts, 'spent')} of ${factOf(facts, 'limit')} RUB. Calls that may cost more than is left are refused until its limit is raised or starts again.`,
  }),
  topup_failed: (facts) => ({
    subject: 'A top-up failed',
    fact: `Your top-up of ${factOf(facts, 'amount')} ${factOf(facts, 'currency')} was not paid, and nothing was credited.`,
  }),
  webhook_disabled: (facts) => ({
    subject: 'A webhook was disabled',
    fact: `We send no more events to ${factOf(facts, 'url')}: its server wants none, or took none for days. You can enable the webhook again, and send each event once more.`,
  }),
}

const RUSSIAN: AlertWords = {
  balance_low: (facts) => ({
    subject: 'Баланс подходит к концу',
    fact: `На вашем балансе ${factOf(facts, 'balance')} RUB, это меньше ${factOf(facts, 'threshold')} RUB. Когда деньги закончатся, запросы будут отклоняться.`,
  }),
  key_budget_80: (facts) => ({
    subject: 'Ключ API израсходовал 80 % лимита',
    fact: `Ключ API ${factOf(facts, 'key')} израсходовал ${factOf(facts, 'spent')} из ${factOf(facts, 'limit')} RUB.`,
  }),
  key_budget_100: (facts) => ({
    subject: 'Ключ API достиг лимита',
    fact: `Ключ API ${factOf(facts, 'key')} израсходовал ${factOf(facts, 'spent')} из ${factOf(facts, 'limit')} RUB. Запросы, которые могут стоить больше остатка, отклоняются, пока лимит не увеличат или он не начнётся заново.`,
  }),
  topup_failed: (facts) => ({
    subject: 'Пополнение не прошло',
    fact: `Ваше пополнение на ${factOf(facts, 'amount')} ${factOf(facts, 'currency')} не оплачено, баланс не изменился.`,
  }),
  webhook_disabled: (facts) => ({
    subject: 'Вебхук отключён',
    fact: `Мы больше не отправляем события на ${factOf(facts, 'url')}: сервер отказался от них или не принимал их несколько дней. Вебхук можно включить снова, а каждое событие отправить ещё раз.`,
  }),
}

const FRAMES: Readonly<Record<MailLocale, (fact: string, page: string) => string>> = {
  en: (fact, page) => `Hello,\n\n${fact}\n\nTo get no more mails of this kind, open:\n\n${page}\n`,
  ru: (fact, page) => `Здравствуйте!\n\n${fact}\n\nЧтобы больше не получать таких писем, откройте:\n\n${page}\n`,
}

const WORDS: Readonly<Record<MailLocale, AlertWords>> = { en: ENGLISH, ru: RUSSIAN }

/** An alert ends with the link by which its reader gets no more of its kind. */
export const alertText = ({ locale, kind, facts, unsubscribe }: AlertMail): MailText => {
  const { subject, fact } = WORDS[locale][kind](facts)
  return { subject, body: FRAMES[locale](fact, unsubscribe.page) }
}
