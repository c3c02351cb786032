import type { Schemas } from '../api/api-types.ts'
import { inBoth } from './language.ts'

type AttemptOutcome = Schemas['UsageAttempt']['outcome']

/** How one call of a provider ended. */
export const ATTEMPT_WORDS = inBoth<Readonly<Record<AttemptOutcome, string>>>(
  {
    answered: 'it answered',
    abandoned: 'the client left',
    unreachable: 'no connection',
    rate_limited: 'too many calls for it',
    unavailable: 'it takes no calls for now',
    server_error: 'it failed',
    timed_out: 'no answer in time',
    cut: 'its answer broke off',
    bad_answer: 'its answer made no sense',
    too_large: 'its answer was larger than is taken',
    rejected: 'it refused the request',
    refused_content: 'it refused the content',
    misconfigured: 'its key, account or model is wrong',
  },
  {
    answered: 'ответил',
    abandoned: 'клиент ушёл',
    unreachable: 'нет соединения',
    rate_limited: 'слишком много вызовов для него',
    unavailable: 'временно не принимает вызовы',
    server_error: 'сбой у него',
    timed_out: 'нет ответа вовремя',
    cut: 'ответ оборвался',
    bad_answer: 'ответ непонятен',
    too_large: 'ответ больше допустимого',
    rejected: 'отклонил запрос',
    refused_content: 'отказался от содержания',
    misconfigured: 'неверны ключ, аккаунт или модель',
  },
)
