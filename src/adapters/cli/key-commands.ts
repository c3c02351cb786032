import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  CreateApiKey,
  CreateApiKeyFailure,
  CreateApiKeyInput,
  CreatedApiKey,
} from '../../application/accounts/api-keys/create-api-key.ts'
import type { DeleteApiKey } from '../../application/accounts/api-keys/delete-api-key.ts'
import type { ListApiKeys } from '../../application/accounts/api-keys/list-api-keys.ts'
import type { UserNotFound } from '../../application/accounts/users/deactivate-user.ts'
import type { ApiKey } from '../../domain/api-keys/api-key.ts'
import { formatMicro, parseMicro } from '../../domain/money/decimal.ts'
import { EMAIL, findAccount, MAIL_LOCALE } from './account-lookup.ts'
import type { AccountLookup } from './account-lookup.ts'
import { expectModelList, expectDateTime, expectPositiveAmount, expectUuid, JSON_SWITCH } from './argument-checks.ts'
import { EXIT_OK, EXIT_REFUSED } from './command.ts'
import type { CommandArgument, CommandInput, DatabaseCommand } from './command.ts'
import { printJson, printLine, printError, printTable, printTime, unixSeconds, wantsJson } from './print.ts'

const MAX_NAME_LENGTH = 100
const DEFAULT_NAME = 'cli'

export interface KeyUseCases extends AccountLookup {
  readonly createApiKey: CreateApiKey
  readonly listApiKeys: ListApiKeys
  readonly deleteApiKey: DeleteApiKey
}

const expectName = (text: string): string | null =>
  text.trim() !== '' && Array.from(text).length <= MAX_NAME_LENGTH
    ? null
    : `expected a name of 1 to ${MAX_NAME_LENGTH} characters`

const OWNER: CommandArgument = { ...EMAIL, summary: 'whose key it is' }

const newKeyOf = ({ values }: CommandInput): Omit<CreateApiKeyInput, 'userId'> => {
  const limit = values['spend-limit']
  const spendLimit = limit === undefined ? null : parseMicro(limit)
  if (spendLimit !== null && isLeft(spendLimit)) throw new Error('the options were not checked')
  const expiresAt = values['expires-at']
  return {
    sessionId: null,
    locale: MAIL_LOCALE,
    name: values['name'] ?? values['key-name'] ?? DEFAULT_NAME,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    spendLimit: spendLimit === null ? null : spendLimit.right,
    allowedModels: values['allowed-models']?.split(',').map((model) => model.trim()) ?? null,
  }
}

const failureMessage = (failure: CreateApiKeyFailure | UserNotFound, email: string): string => {
  switch (failure.tag) {
    case 'user_not_found':
    case 'unauthenticated':
      return `no active account has the address ${email}`
    case 'too_many_keys':
      return `${email} has ${failure.most} keys already; revoke one first`
    case 'expiry_in_past':
      return '--expires-at is in the past'
  }
}

const create: DatabaseCommand<KeyUseCases> = {
  name: 'keys create',
  summary: 'make an API key for an account and print its id and the key, this once',
  needs: 'database',
  changes: true,
  arguments: [OWNER, { name: 'key-name', optional: true, summary: 'what the key is called', check: expectName }],
  options: [
    { name: 'name', value: 'name', summary: `the same as key-name; "${DEFAULT_NAME}" without both`, check: expectName },
    {
      name: 'expires-at',
      value: 'moment',
      summary: 'when it ends, such as 2027-01-31 or 2027-01-31T12:00:00Z',
      check: expectDateTime,
    },
    {
      name: 'spend-limit',
      value: 'roubles',
      summary: 'the most that it may spend in all',
      check: expectPositiveAmount,
    },
    {
      name: 'allowed-models',
      value: 'models',
      summary: 'the only models that it may call, with commas between them',
      check: expectModelList,
    },
    JSON_SWITCH,
  ],
  run: async (useCases, input, out) => {
    const email = input.values['email'] ?? ''
    const user = await useCases.findUser(email)
    const created: Either<CreateApiKeyFailure | UserNotFound, CreatedApiKey> = isLeft(user)
      ? user
      : await useCases.createApiKey({ ...newKeyOf(input), userId: user.right.id })
    if (isLeft(created)) {
      printError(out, failureMessage(created.left, email))
      return EXIT_REFUSED
    }
    const { apiKey, key } = created.right
    if (wantsJson(input)) printJson(out, { id: apiKey.id, key })
    else for (const line of [`id   ${apiKey.id}`, `key  ${key}`]) printLine(out, line)
    return EXIT_OK
  },
}

const asJson = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.lastFour,
  created_at: unixSeconds(key.createdAt),
  last_used_at: key.lastUsedAt === null ? null : unixSeconds(key.lastUsedAt),
  expires_at: key.expiresAt === null ? null : unixSeconds(key.expiresAt),
  spend_limit: key.spendLimit === null ? null : formatMicro(key.spendLimit, 'RUB'),
  spent: formatMicro(key.spent, 'RUB'),
  allowed_models: key.allowedModels,
})

const timeOr = (time: Date | null, word: string): string => (time === null ? word : printTime(time))

const asRow = (key: ApiKey): readonly string[] => [
  key.id,
  key.name,
  `${key.prefix}…${key.lastFour}`,
  timeOr(key.createdAt, ''),
  timeOr(key.lastUsedAt, 'never'),
  timeOr(key.expiresAt, 'never'),
  `${formatMicro(key.spent, 'RUB')}${key.spendLimit === null ? '' : ` of ${formatMicro(key.spendLimit, 'RUB')}`} RUB`,
  key.allowedModels?.join(', ') ?? 'all',
]

const list: DatabaseCommand<KeyUseCases> = {
  name: 'keys list',
  summary: 'list the keys of an account that were not revoked',
  needs: 'database',
  arguments: [OWNER],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const user = await findAccount(useCases, input.values['email'] ?? '', out)
    if (user === null) return EXIT_REFUSED
    const keys = await useCases.listApiKeys(user.id)
    const header = ['ID', 'NAME', 'KEY', 'MADE', 'LAST USED', 'ENDS', 'SPENT', 'MODELS']
    if (wantsJson(input)) printJson(out, keys.map(asJson))
    else printTable(out, header, keys.map(asRow))
    return EXIT_OK
  },
}

const revoke: DatabaseCommand<KeyUseCases> = {
  name: 'keys revoke',
  summary: 'delete an API key: it is refused from now on',
  needs: 'database',
  changes: true,
  arguments: [{ name: 'key-id', summary: 'the id of the key, not the key itself', check: expectUuid }],
  options: [],
  run: async (useCases, { values }, out) => {
    const keyId = (values['key-id'] ?? '').toLowerCase()
    const revoked = await useCases.deleteApiKey({ userId: null, keyId, locale: MAIL_LOCALE })
    if (isLeft(revoked)) printError(out, `there is no key ${keyId}`)
    else printLine(out, `key ${keyId} is revoked`)
    return isLeft(revoked) ? EXIT_REFUSED : EXIT_OK
  },
}

export const KEY_COMMANDS: readonly DatabaseCommand<KeyUseCases>[] = [create, list, revoke]
