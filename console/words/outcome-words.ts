import { inBoth } from './language.ts'

/** How a paid call ended. */
export const OUTCOME_WORDS = inBoth(
  {
    succeeded: 'succeeded',
    client_left: 'left by the client',
    upstream_failed: 'the provider failed',
    nothing_delivered: 'nothing came',
    refused: 'refused by the provider',
    not_called: 'not sent',
    zero_price: 'free',
    given_back: 'given back',
    expired: 'expired',
    instance_lost: 'lost with its server',
    job_expired: 'too late',
  },
  {
    succeeded: 'выполнен',
    client_left: 'клиент ушёл',
    upstream_failed: 'сбой поставщика',
    nothing_delivered: 'ничего не пришло',
    refused: 'отказ поставщика',
    not_called: 'не отправлен',
    zero_price: 'бесплатно',
    given_back: 'деньги возвращены',
    expired: 'истёк',
    instance_lost: 'сервер остановился',
    job_expired: 'слишком поздно',
  },
)

/** Stands for the model of a call that ended before one was known. */
export const UNKNOWN_MODEL = inBoth('not known', 'неизвестна')
