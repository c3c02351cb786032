import * as t from 'io-ts'
import { addressNetwork } from '../../../../domain/addresses/address-network.ts'
import { DEFAULT_TIME_ZONE, KEY_BOUNDS } from '../../../../domain/api-keys/key-limits.ts'
import type { KeyLimits } from '../../../../domain/api-keys/key-limits.ts'
import { PERIOD_LENGTHS } from '../../../../domain/ledger/spend-period.ts'
import { formatMicroOrNull } from '../../../../domain/money/decimal.ts'
import { count, integerBetween, listOf, nullish, orNull, text, textOfLength } from '../../codecs/codecs.ts'
import { amountText, positiveRoubles } from '../../codecs/money/amounts.ts'
import { timeZoneName } from '../../codecs/time-zone.ts'
import { withSchema } from '../../codecs/with-schema.ts'
import { wordOf } from '../../codecs/word-codec.ts'

const periodLength = withSchema(wordOf(PERIOD_LENGTHS), {
  type: 'string',
  enum: PERIOD_LENGTHS,
  description:
    'When the spend limit starts again: each midnight, each midnight before a Monday, or each midnight before the ' +
    'first of a month. To set another period begins one with nothing spent.',
})

const timeZone = timeZoneName('The time zone of those midnights. `UTC` where the request names none.')

const { models: MAX_MODELS, modelCharacters: MAX_ID_CHARACTERS } = KEY_BOUNDS
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

/** Of an IPv6 address with a dotted end and the length of a network. */
const MAX_NETWORK_CHARACTERS = 49

const network = text(
  'an address or a network, such as 192.0.2.7 or 2001:db8::/32',
  (entry) => entry.length <= MAX_NETWORK_CHARACTERS && addressNetwork(entry) !== null,
  { maxLength: MAX_NETWORK_CHARACTERS, examples: ['192.0.2.0/24'] },
)

/** The limits in request bodies. Null is another thing than absent: see `limitsOf`. */
export const limitFields = {
  spend_limit: nullish(positiveRoubles),
  spend_limit_period: nullish(periodLength),
  spend_limit_time_zone: nullish(timeZone),
  requests_per_minute: nullish(integerBetween(1, KEY_BOUNDS.requestsPerMinute)),
  tokens_per_minute: nullish(integerBetween(1, KEY_BOUNDS.tokensPerMinute)),
  allowed_models: nullish(modelList),
  allowed_addresses: nullish(listOf(network, 1, KEY_BOUNDS.networks, 'addresses and networks')),
} as const

const _limitFields = t.type(limitFields)

/** The limits that a body names. Null is a limit taken away. */
export const limitsOf = (fields: t.TypeOf<typeof _limitFields>): Partial<KeyLimits> => ({
  ...(fields.spend_limit === undefined ? {} : { spendLimit: fields.spend_limit }),
  ...(fields.spend_limit_period === undefined ? {} : { spendPeriod: fields.spend_limit_period }),
  ...(fields.spend_limit_time_zone === undefined
    ? {}
    : { timeZone: fields.spend_limit_time_zone ?? DEFAULT_TIME_ZONE }),
  ...(fields.requests_per_minute === undefined ? {} : { requestsPerMinute: fields.requests_per_minute }),
  ...(fields.tokens_per_minute === undefined ? {} : { tokensPerMinute: fields.tokens_per_minute }),
  ...(fields.allowed_models === undefined ? {} : { allowedModels: fields.allowed_models }),
  ...(fields.allowed_addresses === undefined ? {} : { allowedAddresses: fields.allowed_addresses }),
})

/** The limits in answers. */
export const shownLimits = {
  spend_limit: orNull(amountText),
  spend_limit_period: orNull(periodLength),
  spend_limit_time_zone: t.string,
  requests_per_minute: orNull(count),
  tokens_per_minute: orNull(count),
  allowed_models: orNull(t.readonlyArray(t.string)),
  allowed_addresses: orNull(t.readonlyArray(t.string)),
} as const

const _shownLimits = t.type(shownLimits)

export const writeLimits = (limits: KeyLimits): t.TypeOf<typeof _shownLimits> => ({
  spend_limit: formatMicroOrNull(limits.spendLimit, 'RUB'),
  spend_limit_period: limits.spendPeriod,
  spend_limit_time_zone: limits.timeZone,
  requests_per_minute: limits.requestsPerMinute,
  tokens_per_minute: limits.tokensPerMinute,
  allowed_models: limits.allowedModels,
  allowed_addresses: limits.allowedAddresses,
})
