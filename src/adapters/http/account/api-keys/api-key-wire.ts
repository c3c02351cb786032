import { isRight } from 'fp-ts/lib/Either.js'
import { unixSeconds } from '../../../../application/ports/process/clock.ts'
import type { ApiKey } from '../../../../domain/api-keys/api-key.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { amountText, decimalAmount, integerBetween, textOfLength, unixTime } from '../../codecs/codecs.ts'
import { withSchema } from '../../codecs/with-schema.ts'
import * as t from 'io-ts'

const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])

const shown = {
  id: t.string,
  name: t.string,
  prefix: t.string,
  last_four: t.string,
  created_at: unixTime,
  last_used_at: orNull(unixTime),
  expires_at: orNull(unixTime),
  spend_limit: orNull(amountText),
  spent: amountText,
  allowed_models: orNull(t.readonlyArray(t.string)),
}

export const apiKeyBody = t.type(shown, 'ApiKeyResponse')
export const createdApiKeyBody = t.type({ ...shown, key: t.string }, 'ApiKeyCreatedResponse')

const secondsOrNull = (time: Date | null): number | null => (time === null ? null : unixSeconds(time.getTime()))

export const writeApiKey = (key: ApiKey): t.TypeOf<typeof apiKeyBody> => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.lastFour,
  created_at: unixSeconds(key.createdAt.getTime()),
  last_used_at: secondsOrNull(key.lastUsedAt),
  expires_at: secondsOrNull(key.expiresAt),
  spend_limit: key.spendLimit === null ? null : formatMicro(key.spendLimit, 'RUB'),
  spent: formatMicro(key.spent, 'RUB'),
  allowed_models: key.allowedModels,
})

/** The last second of the year 9999; nothing that reads dates can be trusted beyond it. */
const LAST_SECOND = 253_402_300_799

const SPEND_LIMIT = 'a decimal string of roubles above 0 with at most six fractional digits'

const positiveAmount: t.Type<bigint, string, unknown> = withSchema(
  new t.Type(
    SPEND_LIMIT,
    decimalAmount.is,
    (input, context) => {
      const amount = decimalAmount.validate(input, context)
      return isRight(amount) && amount.right > 0n ? amount : t.failure(input, context)
    },
    decimalAmount.encode,
  ),
  { type: 'string', maxLength: 20, description: SPEND_LIMIT, examples: ['500.00'] },
)

const MAX_MODELS = 200
const MAX_ID_CHARACTERS = 200
const modelId = textOfLength(1, MAX_ID_CHARACTERS)

const modelList: t.Type<readonly string[], readonly string[], unknown> = withSchema(
  new t.Type(
    `an array of 1 to ${MAX_MODELS} model ids`,
    (input): input is readonly string[] => Array.isArray(input),
    (input, context) =>
      Array.isArray(input) && input.length > 0 && input.length <= MAX_MODELS && input.every(modelId.is)
        ? t.success([...new Set(input)])
        : t.failure(input, context),
    t.identity,
  ),
  {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: MAX_ID_CHARACTERS },
    minItems: 1,
    maxItems: MAX_MODELS,
    examples: [['sandbox/echo']],
  },
)

/** The codecs of a key's fields in request bodies. */
export const apiKeyFields = {
  name: textOfLength(1, 100),
  expires_at: integerBetween(1, LAST_SECOND),
  spend_limit: positiveAmount,
  allowed_models: modelList,
}

export const dateOfSeconds = (seconds: number | null): Date | null =>
  seconds === null ? null : new Date(seconds * 1000)
