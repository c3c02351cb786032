import * as t from 'io-ts'
import { secondsOf, secondsOrNull } from '../../../../domain/time-units.ts'
import type { ApiKey } from '../../../../domain/api-keys/api-key.ts'
import { KEY_BOUNDS } from '../../../../domain/api-keys/key-limits.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { NAME_CHARACTERS } from '../../../../domain/visible-text.ts'
import { integerBetween, nullish, orNull, unixTime } from '../../codecs/codecs.ts'
import { amountText } from '../../codecs/money/amounts.ts'
import { LAST_SECOND } from '../../codecs/query-time.ts'
import { visibleText } from '../../codecs/visible-text.ts'
import { withSchema } from '../../codecs/with-schema.ts'
import { shownLimits, writeLimits } from './key-limit-fields.ts'

const shown = {
  id: t.string,
  name: t.string,
  prefix: t.string,
  last_four: t.string,
  created_at: unixTime,
  last_used_at: orNull(unixTime),
  expires_at: orNull(unixTime),
  ...shownLimits,
  spent: amountText,
  period_spent: orNull(amountText),
  period_ends_at: orNull(unixTime),
  note: orNull(t.string),
  disabled: t.boolean,
}

export const apiKeyBody = t.type(shown, 'ApiKeyResponse')
export const createdApiKeyBody = t.type({ ...shown, key: t.string }, 'ApiKeyCreatedResponse')

export const writeApiKey = (key: ApiKey): t.TypeOf<typeof apiKeyBody> => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.lastFour,
  created_at: secondsOf(key.createdAt),
  last_used_at: secondsOrNull(key.lastUsedAt),
  expires_at: secondsOrNull(key.expiresAt),
  ...writeLimits(key),
  spent: formatMicro(key.spent, 'RUB'),
  period_spent: key.periodEndsAt === null ? null : formatMicro(key.periodSpent, 'RUB'),
  period_ends_at: secondsOrNull(key.periodEndsAt),
  note: key.note,
  disabled: key.disabled,
})

/** The codecs of a key's other fields in request bodies. */
export const apiKeyFields = {
  name: visibleText(NAME_CHARACTERS),
  expires_at: nullish(integerBetween(1, LAST_SECOND)),
  note: nullish(
    withSchema(visibleText(KEY_BOUNDS.noteCharacters), {
      type: 'string',
      minLength: 1,
      maxLength: KEY_BOUNDS.noteCharacters,
      description: 'Your own words about the key.',
    }),
  ),
  disabled: nullish(
    withSchema(new t.Type('a boolean', t.boolean.is, t.boolean.validate, t.identity), {
      type: 'boolean',
      description: 'A disabled key is refused until it is enabled again.',
    }),
  ),
}

export const dateOfSeconds = (seconds: number | null): Date | null =>
  seconds === null ? null : new Date(seconds * 1000)
