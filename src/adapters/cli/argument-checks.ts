import { isLeft } from 'fp-ts/lib/Either.js'
import { parseMicro } from '../../domain/money/decimal.ts'
import { isCurrency } from '../../domain/money/money.ts'
import type { CommandOption } from './command.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const expectUuid = (text: string): string | null => (UUID.test(text) ? null : 'expected an id (a UUID)')

export const expectEmail = (text: string): string | null =>
  /^[^\s@]+@[^\s@]+$/.test(text) ? null : 'expected an e-mail address'

export const expectCurrency = (text: string): string | null => (isCurrency(text) ? null : 'expected RUB or TOKEN')

export const expectAmount = (text: string): string | null => {
  const micro = parseMicro(text)
  return isLeft(micro) || micro.right === 0n
    ? 'expected a decimal amount other than 0, such as 100, 12.50 or -3 (up to six digits after the point)'
    : null
}

export const expectPositiveAmount = (text: string): string | null => {
  const micro = parseMicro(text)
  return isLeft(micro) || micro.right <= 0n ? 'expected a decimal amount above 0, such as 100 or 12.50' : null
}

/** A day, or a moment with its time zone: a local time would mean another moment on the server. */
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2}))?$/

export const expectDateTime = (text: string): string | null =>
  MOMENT.test(text) && !Number.isNaN(Date.parse(text))
    ? null
    : 'expected a day or a moment, such as 2027-01-31 or 2027-01-31T12:00:00Z'

const MAX_REASON_LENGTH = 200

export const expectReason = (text: string): string | null =>
  text.trim() !== '' && Array.from(text).length <= MAX_REASON_LENGTH && !/\p{Cc}/u.test(text)
    ? null
    : `expected a reason of 1 to ${MAX_REASON_LENGTH} characters on one line`

export const expectModelList = (text: string): string | null =>
  text.split(',').every((model) => /^[^\s,/]+\/[^\s,]+$/.test(model.trim()))
    ? null
    : 'expected model ids with commas between them, such as openai/gpt-6-luna,sandbox/echo'

export const JSON_SWITCH: CommandOption = { name: 'json', summary: 'print JSON instead of a table' }
