import { addFailureTexts } from '../../words/failure-words.ts'
import { inBoth } from '../../words/language.ts'

/** What operators are refused, by the codes of their interface. */
const OPERATOR_FAILURES = inBoth(
  {
    balance_limit: 'The wallet cannot hold that much: nothing was moved.',
    payment_unknown: 'The order never reached the payment provider.',
    payment_mismatch:
      'The payment is not the one that was ordered. Nothing was credited; look at the payment provider.',
    payment_provider_not_configured: 'The payment provider of this top-up is not set up here.',
    payment_refused: (sentence: string) => `The money stays in the wallet. ${sentence}`,
    top_up_not_paid: 'This top-up was never paid.',
    refund_exceeds_top_up: 'No more than what is left of this top-up can be given back.',
    refund_too_small: 'That is less than a kopeck.',
    refund_below_kopeck: 'Roubles go back in whole kopecks.',
    refund_under_way: 'Another refund of this top-up is under way. Ask about that one first.',
    refund_unresolved:
      'This refund is too old to be ordered again. Find it at the payment provider, then use the command topups resolve-refund.',
    mail_claimed: 'The message is being sent now. Look again in two minutes.',
    mail_ended: 'There is nothing left to do for this message.',
    unknown_deployment: 'The catalogue has no such provider, or no such model of it.',
    no_test_call: 'A model of this kind has no small call. Try it in the playground.',
  },
  {
    balance_limit: 'Столько в кошелёк не поместится: ничего не изменено.',
    payment_unknown: 'Заказ не дошёл до платёжного сервиса.',
    payment_mismatch: 'Платёж не тот, что был заказан. Ничего не зачислено; проверьте его у платёжного сервиса.',
    payment_provider_not_configured: 'Платёжный сервис этого пополнения здесь не настроен.',
    payment_refused: (sentence: string) =>
      `Платёжный сервис отказал, деньги остались на кошельке. Ответ: «${sentence}»`,
    top_up_not_paid: 'Это пополнение не оплачено.',
    refund_exceeds_top_up: 'Вернуть можно не больше, чем осталось от этого пополнения.',
    refund_too_small: 'Это меньше копейки.',
    refund_below_kopeck: 'Рубли возвращаются целыми копейками.',
    refund_under_way: 'Другой возврат этого пополнения ещё идёт. Сначала спросите о нём.',
    refund_unresolved:
      'Этот возврат слишком старый, чтобы заказать его ещё раз. Найдите его у платёжного сервиса и завершите командой topups resolve-refund.',
    mail_claimed: 'Письмо отправляется сейчас. Проверьте через две минуты.',
    mail_ended: 'С этим письмом больше ничего не сделать.',
    unknown_deployment: 'В каталоге нет такого поставщика или такой его модели.',
    no_test_call: 'У моделей этого вида нет пробного вызова. Попробуйте её в песочнице.',
  },
)

addFailureTexts(OPERATOR_FAILURES)
