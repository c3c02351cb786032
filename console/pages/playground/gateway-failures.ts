import { addFailureTexts } from '../../words/failure-words.ts'
import { inBoth } from '../../words/language.ts'

/** What a call of a model is refused, by the codes of the gateway. */
const GATEWAY_FAILURES = inBoth(
  {
    key_spend_limit_exceeded: 'The spend limit of this key does not cover the call. Nothing was charged.',
    balance_held:
      'The balance is held by calls that still run, or set aside for another key. Try again in some seconds.',
    invalid_api_key: 'This key does not work here: it has ended, was deleted, or is mistyped. Nothing was charged.',
    model_not_found: 'This model is not here, or the key may not use it.',
    upstream_error: 'The provider of the model failed. Nothing was charged; try again.',
    upstream_rate_limited:
      'The provider of the model takes no more calls now. Nothing was charged; try again in a minute.',
    upstream_refused_content: 'The provider of the model refused this content. Nothing was charged.',
    upstream_unavailable: 'An operator has switched this model off for now. Nothing was charged.',
    upstream_timeout:
      'The provider of the model did not answer in time. What was charged, if anything, stands in the requests.',
    unsupported_capability: (sentence: string) => `The model cannot do this. The service says: ${sentence}`,
    unsupported_parameter: (sentence: string) =>
      `The model does not take one of the parameters. The service says: ${sentence}`,
    rejected_by_upstream: (sentence: string) => `The provider of the model refused the request. It says: ${sentence}`,
    context_length_exceeded:
      'The conversation is longer than the model can read. Shorten it or begin a new one. Nothing was charged.',
    invalid_audio: (sentence: string) => `This recording cannot be used. The service says: ${sentence}`,
    video_not_found: 'This video is not here.',
    video_not_ready: 'The video has no content: it is not finished, or it failed.',
    validation_error: (sentence: string) => `A value does not fit. The service says: ${sentence}`,
  },
  {
    key_spend_limit_exceeded: 'Лимита расходов этого ключа не хватает на вызов. Деньги не списаны.',
    balance_held:
      'Баланс удержан вызовами, которые ещё идут, или отложен для другого ключа. Повторите через несколько секунд.',
    invalid_api_key: 'Ключ здесь не действует: истёк, удалён или введён с ошибкой. Деньги не списаны.',
    model_not_found: 'Такой модели здесь нет, или ключу она не разрешена.',
    upstream_error: 'Поставщик модели не справился. Деньги не списаны; повторите.',
    upstream_rate_limited: 'Поставщик модели сейчас не принимает вызовы. Деньги не списаны; повторите через минуту.',
    upstream_refused_content: 'Поставщик модели отказался от этого содержания. Деньги не списаны.',
    upstream_unavailable: 'Оператор временно отключил эту модель. Деньги не списаны.',
    upstream_timeout: 'Поставщик модели не ответил вовремя. Если что-то списано, это видно в запросах.',
    unsupported_capability: (sentence: string) => `Модель этого не умеет. Сервис сообщает: «${sentence}»`,
    unsupported_parameter: (sentence: string) =>
      `Модель не принимает один из параметров. Сервис сообщает: «${sentence}»`,
    rejected_by_upstream: (sentence: string) => `Поставщик модели отклонил запрос. Его ответ: «${sentence}»`,
    context_length_exceeded:
      'Беседа длиннее, чем модель может прочесть. Сократите её или начните новую. Деньги не списаны.',
    invalid_audio: (sentence: string) => `Эта запись не подходит. Сервис сообщает: «${sentence}»`,
    video_not_found: 'Такого видео здесь нет.',
    video_not_ready: 'У видео нет содержимого: оно не готово или не удалось.',
    validation_error: (sentence: string) => `Одно из значений не подходит. Сервис сообщает: «${sentence}»`,
  },
)

addFailureTexts(GATEWAY_FAILURES)
