import { inBoth } from '../../words/language.ts'

export const NOTIFICATIONS_WORDS = inBoth(
  {
    title: 'Alerts by mail',
    threshold: 'Low balance, roubles',
    thresholdHint: 'You are alerted once when the balance falls below this. Empty: never.',
    thresholdProblem: 'This has to be a sum above 0, such as 100 or 0.50.',
    mails: 'Send a mail when',
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
    language: 'Язык этих писем',
    save: 'Сохранить уведомления',
    saved: 'Уведомления сохранены.',
  },
)
