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

export const JSON_SWITCH: CommandOption = { name: 'json', summary: 'print JSON instead of a table' }
