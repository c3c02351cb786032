import type { ApiKey } from '../../domain/api-keys/api-key.ts'
import { formatMicro, formatMicroOrNull } from '../../domain/money/decimal.ts'
import { secondsOf, secondsOrNull } from '../../domain/time-units.ts'
import { printTime } from './print.ts'

/** A key with the names that `GET /v1/me/api-keys` has. */
export const keyAsJson = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.lastFour,
  created_at: secondsOf(key.createdAt),
  last_used_at: secondsOrNull(key.lastUsedAt),
  expires_at: secondsOrNull(key.expiresAt),
  spend_limit: formatMicroOrNull(key.spendLimit, 'RUB'),
  spend_limit_period: key.spendPeriod,
  spend_limit_time_zone: key.timeZone,
  requests_per_minute: key.requestsPerMinute,
  tokens_per_minute: key.tokensPerMinute,
  allowed_models: key.allowedModels,
  allowed_addresses: key.allowedAddresses,
  spent: formatMicro(key.spent, 'RUB'),
  period_spent: key.periodEndsAt === null ? null : formatMicro(key.periodSpent, 'RUB'),
  period_ends_at: secondsOrNull(key.periodEndsAt),
  note: key.note,
  disabled: key.disabled,
})

const timeOr = (time: Date | null, word: string): string => (time === null ? word : printTime(time))

/** What the key spent of its limit; where the limit starts again, in the running period, and then in all. */
const spentOf = (key: ApiKey): string => {
  const limit = key.spendLimit === null ? '' : ` of ${formatMicro(key.spendLimit, 'RUB')}`
  const spent = formatMicro(key.spent, 'RUB')
  if (key.spendPeriod === null) return `${spent}${limit} RUB`
  return `${formatMicro(key.periodSpent, 'RUB')}${limit} RUB ${key.spendPeriod} (${key.timeZone}), ${spent} in all`
}

const rateOf = ({ requestsPerMinute, tokensPerMinute }: ApiKey): string => {
  const calls = requestsPerMinute === null ? [] : [`${requestsPerMinute} calls`]
  const tokens = tokensPerMinute === null ? [] : [`${tokensPerMinute} tokens`]
  return [...calls, ...tokens].join(', ') || 'no limit'
}

export const KEY_COLUMNS = [
  'ID',
  'NAME',
  'KEY',
  'STATE',
  'MADE',
  'LAST USED',
  'ENDS',
  'SPENT',
  'A MINUTE',
  'MODELS',
  'FROM',
  'NOTE',
] as const

/** A key as a row of the table with `KEY_COLUMNS`. */
export const keyAsRow = (key: ApiKey): readonly string[] => [
  key.id,
  key.name,
  `${key.prefix}…${key.lastFour}`,
  key.disabled ? 'disabled' : 'enabled',
  timeOr(key.createdAt, ''),
  timeOr(key.lastUsedAt, 'never'),
  timeOr(key.expiresAt, 'never'),
  spentOf(key),
  rateOf(key),
  key.allowedModels?.join(', ') ?? 'all',
  key.allowedAddresses?.join(', ') ?? 'everywhere',
  key.note ?? '',
]
