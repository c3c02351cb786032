import { isLeft } from 'fp-ts/lib/Either.js'
import type { CreateApiKeyInput } from '../../application/accounts/api-keys/create-api-key.ts'
import { KEY_BOUNDS } from '../../domain/api-keys/key-limits.ts'
import type { KeyLimits } from '../../domain/api-keys/key-limits.ts'
import { PERIOD_LENGTHS } from '../../domain/ledger/spend-period.ts'
import { parseMicro } from '../../domain/money/decimal.ts'
import { MAIL_LOCALE } from './account-lookup.ts'
import {
  entriesOf,
  expectCount,
  expectDateTime,
  expectModelList,
  expectName,
  expectNetworkList,
  expectPositiveAmount,
  expectTimeZone,
  expectVisible,
  expectWord,
} from './argument-checks.ts'
import type { CommandInput, CommandOption } from './command.ts'

const DEFAULT_NAME = 'cli'

/** What an operator may say of a new key: all that its owner may say in `POST /v1/me/api-keys`. */
export const NEW_KEY_OPTIONS: readonly CommandOption[] = [
  {
    name: 'name',
    value: 'name',
    summary: `another way to give key-name; "${DEFAULT_NAME}" without both`,
    insteadOf: 'key-name',
    check: expectName,
  },
  {
    name: 'note',
    value: 'text',
    summary: 'words about the key, which its owner reads',
    check: expectVisible('a note', KEY_BOUNDS.noteCharacters),
  },
  { name: 'disabled', summary: 'the key is refused until its owner enables it' },
  {
    name: 'expires-at',
    value: 'moment',
    summary: 'when it ends, such as 2027-01-31 or 2027-01-31T12:00:00Z',
    check: expectDateTime,
  },
  {
    name: 'spend-limit',
    value: 'roubles',
    summary: 'the most that it may spend, in a period or in all',
    check: expectPositiveAmount,
  },
  {
    name: 'spend-limit-period',
    value: PERIOD_LENGTHS.join('|'),
    summary: 'how often the spend limit starts again; without it the limit is for the whole life of the key',
    check: expectWord(PERIOD_LENGTHS),
  },
  {
    name: 'spend-limit-time-zone',
    value: 'zone',
    summary: 'the time zone of the midnights at which it starts again, such as Europe/Moscow',
    check: expectTimeZone,
  },
  {
    name: 'requests-per-minute',
    value: 'number',
    summary: 'the most calls in any 60 seconds',
    check: expectCount(KEY_BOUNDS.requestsPerMinute),
  },
  {
    name: 'tokens-per-minute',
    value: 'number',
    summary: 'the most tokens in any 60 seconds',
    check: expectCount(KEY_BOUNDS.tokensPerMinute),
  },
  {
    name: 'allowed-models',
    value: 'models',
    summary: 'the only models that it may call, with commas between them',
    check: expectModelList,
  },
  {
    name: 'allowed-addresses',
    value: 'networks',
    summary: 'the only addresses and networks from which it may be used, with commas between them',
    check: expectNetworkList,
  },
]

/** The limits that the options name; the owner's defaults decide the others. */
const limitsOf = ({ values }: CommandInput): Partial<KeyLimits> => {
  const spendLimit = values['spend-limit'] === undefined ? null : parseMicro(values['spend-limit'])
  if (spendLimit !== null && isLeft(spendLimit)) throw new Error('the options were not checked')
  const period = PERIOD_LENGTHS.find((length) => length === values['spend-limit-period'])
  const {
    'spend-limit-time-zone': timeZone,
    'requests-per-minute': requests,
    'tokens-per-minute': tokens,
    'allowed-models': models,
    'allowed-addresses': addresses,
  } = values
  return {
    ...(spendLimit === null ? {} : { spendLimit: spendLimit.right }),
    ...(period === undefined ? {} : { spendPeriod: period }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(requests === undefined ? {} : { requestsPerMinute: Number(requests) }),
    ...(tokens === undefined ? {} : { tokensPerMinute: Number(tokens) }),
    ...(models === undefined ? {} : { allowedModels: entriesOf(models) }),
    ...(addresses === undefined ? {} : { allowedAddresses: entriesOf(addresses) }),
  }
}

/** The key that the words of `keys create` ask for. */
export const newKeyOf = (input: CommandInput): Omit<CreateApiKeyInput, 'userId'> => {
  const { values, switches } = input
  const expiresAt = values['expires-at']
  return {
    sessionId: null,
    locale: MAIL_LOCALE,
    name: values['name'] ?? values['key-name'] ?? DEFAULT_NAME,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    note: values['note'] ?? null,
    disabled: switches.has('disabled'),
    limits: limitsOf(input),
  }
}
