import { inBoth } from '../../words/language.ts'

export const NOTIFICATIONS_WORDS = inBoth(
  {
    title: 'Alerts by mail',
    threshold: 'Low balance, roubles',
    thresholdHint: 'You are alerted once when the balance falls below this. Empty: never.',
    thresholdProblem: 'This has to be a sum above 0, such as 100 or 0.50.',
    mails: 'Send a mail when',
    kinds: {
      balance_low: 'the balance is low',
      key_budget_80: 'a key has spent 80% of its limit',
      key_budget_100: 'a key has reached its limit',
      topup_failed: 'a top-up failed',
      webhook_disabled: 'the service has switched a webhook off',
    },
    language: 'Language of these mails',
    save: 'Save the alerts',
    saved: 'The alerts are saved.',
  },
  {
    title: 'Уведомления по почте',
    threshold: 'Низкий баланс, рублей',
    thresholdHint: 'Когда баланс станет ниже этой суммы, придёт одно письмо. Пусто: никогда.',
    thresholdProblem: 'Нужна сумма больше нуля, например 100 или 0,50.',
    mails: 'Письмо приходит, когда',
    kinds: {
      balance_low: 'баланс низкий',
      key_budget_80: 'ключ потратил 80% своего лимита',
      key_budget_100: 'ключ достиг своего лимита',
      topup_failed: 'пополнение не прошло',
      webhook_disabled: 'сервис выключил вебхук',
    },
    language: 'Язык этих писем',
    save: 'Сохранить уведомления',
    saved: 'Уведомления сохранены.',
  },
)
