import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { addressNetwork } from '../../domain/addresses/address-network.ts'
import { KEY_BOUNDS } from '../../domain/api-keys/key-limits.ts'
import { dayBegins } from '../../domain/calendar-day.ts'
import { isTimeZoneName } from '../../domain/usage/time-zone.ts'
import { parseEmail } from '../../domain/identity/email-address.ts'
import { parseMicro } from '../../domain/money/decimal.ts'
import { isCurrency } from '../../domain/money/money.ts'
import { uuidOf } from '../../domain/uuid.ts'
import { isVisible, NAME_CHARACTERS, REASON_CHARACTERS } from '../../domain/visible-text.ts'
import type { CommandInput, CommandOption } from './command.ts'

/** A check of an id; `what` says whose, and where it is found. */
export const expectUuid =
  (what: string) =>
  (text: string): string | null =>
    uuidOf(text) !== null ? null : `expected ${what} (a UUID)`

export const expectEmail = (text: string): string | null =>
  isRight(parseEmail(text)) ? null : 'expected an e-mail address, such as ann@example.com'

export const expectCurrency = (text: string): string | null => (isCurrency(text) ? null : 'expected RUB or TOKEN')

export const expectAmount = (text: string): string | null => {
  const micro = parseMicro(text)
  return isLeft(micro) || micro.right === 0n
    ? 'expected a decimal amount other than 0, such as 100, 12.50 or -3 (up to 12 digits before the point and six after)'
    : null
}

export const expectPositiveAmount = (text: string): string | null => {
  const micro = parseMicro(text)
  return isLeft(micro) || micro.right <= 0n
    ? 'expected a decimal amount above 0, such as 100 or 12.50 (up to 12 digits before the point and six after)'
    : null
}

/** A day, or a moment with its time zone: a local time would mean another moment on the server. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2}))?$/

export const expectDateTime = (text: string): string | null =>
  dayBegins(MOMENT.exec(text)?.[1] ?? '') !== null && !Number.isNaN(Date.parse(text))
    ? null
    : 'expected a day or a moment, such as 2027-01-31 or 2027-01-31T12:00:00Z'

const isVisibleWithin = (text: string, most: number): boolean => isVisible(text) && Array.from(text).length <= most

/** A check of a text that people read; `what` names it: "a note". */
export const expectVisible =
  (what: string, most: number) =>
  (text: string): string | null =>
    isVisibleWithin(text, most) ? null : `expected ${what} of 1 to ${most} characters`

/** A check of what a key or a person is called. */
export const expectName = expectVisible('a name', NAME_CHARACTERS)

export const expectReason = (text: string): string | null =>
  isVisibleWithin(text, REASON_CHARACTERS) && !/\p{Cc}/u.test(text)
    ? null
    : `expected a reason of 1 to ${REASON_CHARACTERS} characters on one line`

/** The entries of a list with commas between them, each once. */
export const entriesOf = (text: string): readonly string[] => [...new Set(text.split(',').map((entry) => entry.trim()))]

const MODEL_ID = /^[^\s,/]+\/[^\s,]+$/

export const expectModelList = (text: string): string | null => {
  const models = entriesOf(text)
  return models.length <= KEY_BOUNDS.models &&
    models.every((model) => MODEL_ID.test(model) && model.length <= KEY_BOUNDS.modelCharacters)
    ? null
    : `expected 1 to ${KEY_BOUNDS.models} model ids with commas between them, such as openai/gpt-6-luna,sandbox/echo`
}

export const expectNetworkList = (text: string): string | null => {
  const networks = entriesOf(text)
  return networks.length <= KEY_BOUNDS.networks && networks.every((network) => addressNetwork(network) !== null)
    ? null
    : `expected 1 to ${KEY_BOUNDS.networks} addresses or networks with commas between them, such as 192.0.2.7,2001:db8::/32`
}

/** A check of a whole number from 1 to `most`. */
export const expectCount =
  (most: number) =>
  (text: string): string | null =>
    /^[1-9]\d*$/.test(text) && Number(text) <= most ? null : `expected a whole number from 1 to ${most}`

export const expectTimeZone = (text: string): string | null =>
  isTimeZoneName(text) ? null : 'expected the name of a time zone, such as Europe/Moscow'

/** A check of one of these words. */
export const expectWord =
  (words: readonly string[]) =>
  (text: string): string | null =>
    words.includes(text) ? null : `expected one of ${words.join(', ')}`

/** The option of a command that moves money: an id that makes a repeated command move it once. */
export const idOption = (what: string): CommandOption => ({
  name: 'id',
  value: 'uuid',
  summary: `an id of your own: repeated with it, the ${what} happens once`,
  check: expectUuid('an id of your own, such as uuidgen prints'),
})

/** The id that was given, in lower case as the database has it; null where none was. */
export const idOf = ({ values }: CommandInput): string | null => values['id']?.toLowerCase() ?? null

export const JSON_SWITCH: CommandOption = { name: 'json', summary: 'print JSON instead of a table' }
