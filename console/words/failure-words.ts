import type { ApiFailure } from '../api/failure.ts'
import { inBoth } from './language.ts'

const WORDS = inBoth(
  {
    unreachable: 'The service did not answer. Check the connection; nothing that you typed is lost.',
    signedOut: 'Your session has ended. Sign in again to go on.',
    tooOften: (seconds: number) => `Too many attempts. Try again in ${seconds} s.`,
    broken: (id: string) => `Something broke on our side. Nothing was charged for it. Request ${id}.`,
    invalid_credentials: 'The e-mail or the password is wrong.',
    invalid_current_password: 'The current password is wrong.',
    email_taken: 'This address already has an account. Sign in, or reset the password.',
    registration_closed: 'Accounts are opened by the operator of this service. Ask them for one.',
    reauthentication_required: 'This needs a fresh sign-in. Enter your password again.',
    last_way_in: 'This is the only way into the account. Set a password or link another provider first.',
    link_required: 'This address has an account here. Sign in to it and link the provider in the settings.',
    invalid_identity_token: 'The provider did not confirm this sign-in. Begin it again.',
    identity_taken: 'This sign-in opens another account here already.',
    identity_provider_unavailable: 'The provider of this sign-in does not answer. Try again in a minute.',
    email_required: 'The provider did not tell your address. Allow it there, or sign up with an e-mail.',
    generation_failed: 'The model failed. Nothing was charged; send it again.',
    conversation_archived: 'This conversation is archived. Take it out of the archive to go on.',
    idempotency_in_progress: 'The first attempt still runs. Its result appears here.',
    overloaded: 'The service is busy. Nothing was charged; try again in a moment.',
    insufficient_tokens: 'There are not enough tokens on the wallet.',
    insufficient_balance: 'The balance does not cover this. Nothing was charged or moved; top up the wallet.',
    payment_failed: 'The payment provider did not take the order. Nothing was charged.',
    payment_unavailable: 'The payment provider is away. Nothing was charged; try again in a minute.',
    webhook_disabled: 'This webhook is off. Switch it on first.',
    forbidden: 'This is for operators of the service alone. Ask one of them for the role.',
    key_spend_limit_exceeded: 'The spend limit of this key does not cover the call. Nothing was charged.',
    balance_held: 'The balance is held by calls that still run. Try again when one has ended.',
    invalid_api_key: 'This key does not work here: it has ended, was deleted, or is mistyped. Nothing was charged.',
    model_not_found: 'This model is not here, or the key may not use it.',
    upstream_error: 'The provider of the model failed. Nothing was charged; try again.',
    upstream_rate_limited:
      'The provider of the model takes no more calls now. Nothing was charged; try again in a minute.',
    upstream_refused_content: 'The provider of the model refused this content. Nothing was charged.',
    not_found: 'This is not here, or it is not yours.',
  },
  {
    unreachable: 'Сервис не ответил. Проверьте соединение; введённое сохранилось.',
    signedOut: 'Сеанс закончился. Войдите снова, чтобы продолжить.',
    tooOften: (seconds: number) => `Слишком много попыток. Повторите через ${seconds} с.`,
    broken: (id: string) => `Ошибка на нашей стороне. Деньги за это не списаны. Запрос ${id}.`,
    invalid_credentials: 'Неверная почта или пароль.',
    invalid_current_password: 'Текущий пароль неверен.',
    email_taken: 'На этот адрес уже есть аккаунт. Войдите или сбросьте пароль.',
    registration_closed: 'Аккаунты открывает оператор сервиса. Обратитесь к нему.',
    reauthentication_required: 'Нужен недавний вход. Введите пароль ещё раз.',
    last_way_in: 'Это единственный способ войти. Сначала задайте пароль или привяжите другой вход.',
    link_required: 'У этого адреса уже есть аккаунт. Войдите в него и привяжите провайдера в настройках.',
    invalid_identity_token: 'Провайдер не подтвердил этот вход. Начните его заново.',
    identity_taken: 'Этот вход уже открывает другой аккаунт.',
    identity_provider_unavailable: 'Провайдер этого входа не отвечает. Повторите через минуту.',
    email_required: 'Провайдер не сообщил вашу почту. Разрешите это у него или создайте аккаунт с почтой.',
    generation_failed: 'Модель не справилась. Ничего не списано; отправьте ещё раз.',
    conversation_archived: 'Беседа в архиве. Верните её, чтобы продолжить.',
    idempotency_in_progress: 'Первая попытка ещё идёт. Её результат появится здесь.',
    overloaded: 'Сервис занят. Ничего не списано; повторите через минуту.',
    insufficient_tokens: 'На кошельке не хватает токенов.',
    insufficient_balance: 'Баланса на это не хватает. Деньги не списаны; пополните кошелёк.',
    payment_failed: 'Платёжный сервис не принял заказ. Деньги не списаны.',
    payment_unavailable: 'Платёжный сервис недоступен. Деньги не списаны; повторите через минуту.',
    webhook_disabled: 'Этот вебхук выключен. Сначала включите его.',
    forbidden: 'Это доступно только операторам сервиса. Попросите роль у одного из них.',
    key_spend_limit_exceeded: 'Лимита расходов этого ключа не хватает на вызов. Деньги не списаны.',
    balance_held: 'Баланс удержан вызовами, которые ещё идут. Повторите, когда один из них закончится.',
    invalid_api_key: 'Ключ здесь не действует: истёк, удалён или введён с ошибкой. Деньги не списаны.',
    model_not_found: 'Такой модели здесь нет, или ключу она не разрешена.',
    upstream_error: 'Поставщик модели не справился. Деньги не списаны; повторите.',
    upstream_rate_limited: 'Поставщик модели сейчас не принимает вызовы. Деньги не списаны; повторите через минуту.',
    upstream_refused_content: 'Поставщик модели отказался от этого содержания. Деньги не списаны.',
    not_found: 'Этого нет, или это не ваше.',
  },
)

/** What happened, what it means for money, and what to do; in the language of the page where the failure is known. */
export const failureText = (failure: ApiFailure): string => {
  const words = WORDS()
  switch (failure.tag) {
    case 'unreachable':
      return words.unreachable
    case 'signed_out':
      return words.signedOut
    case 'refused': {
      if (failure.status === 429) return words.tooOften(failure.retryAfterSeconds ?? 60)
      if (failure.code === 'internal_error') return words.broken(failure.requestId ?? '')
      const known = Object.hasOwn(words, failure.code) ? words[failure.code as keyof typeof words] : undefined
      return typeof known === 'string' ? known : failure.message
    }
  }
}
