import type { ApiFailure } from '../api/failure.ts'
import { ACCOUNT_FAILURES } from './account-failures.ts'
import { inBoth } from './language.ts'

/** A text, or one that has the service's own sentence in it where that alone knows the reason. */
type Text = string | ((sentence: string) => string)

type Texts = Readonly<Record<string, Text>>

const WORDS = inBoth(
  {
    unreachable: 'The service did not answer. Check the connection; nothing that you typed is lost.',
    signedOut: 'Your session has ended. Sign in again to go on.',
    tooOften: (seconds: number) => `Too many attempts. Try again in ${seconds} s.`,
    broken: (id: string) => `Something broke on our side. Nothing was charged for it. Request ${id}.`,
  },
  {
    unreachable: 'Сервис не ответил. Проверьте соединение; введённое сохранилось.',
    signedOut: 'Сеанс закончился. Войдите снова, чтобы продолжить.',
    tooOften: (seconds: number) => `Слишком много попыток. Повторите через ${seconds} с.`,
    broken: (id: string) => `Ошибка на нашей стороне. Деньги за это не списаны. Запрос ${id}.`,
  },
)

/** The texts that are known, by the code of the refusal. */
const known: (() => Texts)[] = [ACCOUNT_FAILURES]

/** Adds the texts for what only a part of the pages can be refused; that part loads them. */
export const addFailureTexts = (texts: () => Texts): void => {
  known.push(texts)
}

const textOf = (code: string): Text | undefined => {
  const texts = known.map((read) => read()).find((each) => Object.hasOwn(each, code))
  return texts?.[code]
}

/**
 * What happened, what it means for money, and what to do. A code that the console does not know is explained by the
 * service.
 */
export const failureText = (failure: ApiFailure): string => {
  const words = WORDS()
  switch (failure.tag) {
    case 'unreachable':
      return words.unreachable
    case 'signed_out':
      return words.signedOut
    case 'refused': {
      const { status, code, message } = failure
      if (status === 429) return words.tooOften(failure.retryAfterSeconds ?? 60)
      if (code === 'internal_error') return words.broken(failure.requestId ?? '')
      const text = textOf(code) ?? message
      return typeof text === 'string' ? text : text(message)
    }
  }
}
