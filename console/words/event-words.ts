import { inBoth } from './language.ts'

/** What an account hears of, by webhook or by mail. */
export const EVENT_WORDS = inBoth(
  {
    'balance.low': 'the balance is low',
    'key.budget_80': 'a key has spent 80% of its limit',
    'key.budget_100': 'a key has reached its limit',
    'topup.succeeded': 'a top-up arrived',
    'topup.failed': 'a top-up failed',
    'webhook.disabled': 'the service has switched a webhook off',
    'webhook.test': 'test',
  },
  {
    'balance.low': 'баланс низкий',
    'key.budget_80': 'ключ потратил 80% своего лимита',
    'key.budget_100': 'ключ достиг своего лимита',
    'topup.succeeded': 'пополнение пришло',
    'topup.failed': 'пополнение не прошло',
    'webhook.disabled': 'сервис выключил вебхук',
    'webhook.test': 'проверка',
  },
)
