import { isLeft } from 'fp-ts/lib/Either.js'
import type { ApiKey } from '../../domain/api-keys/api-key.ts'
import { formatMicro, parseMicro } from '../../domain/money/decimal.ts'
import { expectEmail, expectModelList, expectMoment, expectPositiveAmount, expectUuid, JSON_SWITCH } from './checks.ts'
import type { CliUseCases, CreateKeyFailure, NewKey } from './cli-use-cases.ts'
import { type CommandArgument, type CommandInput, type DatabaseCommand, DONE, REFUSED } from './command.ts'
import { printJson, printLine, printRefusal, printTable, printTime, wantsJson } from './print.ts'

const LONGEST_NAME = 100
const DEFAULT_NAME = 'cli'

const expectName = (text: string): string | null =>
  text.trim() !== '' && Array.from(text).length <= LONGEST_NAME
    ? null
    : `expected a name of 1 to ${LONGEST_NAME} characters`

const OWNER: CommandArgument = { name: 'email', summary: 'whose key it is', check: expectEmail }

const newKeyOf = ({ values }: CommandInput): NewKey => {
  const limit = values['spend-limit']
  const spendLimit = limit === undefined ? null : parseMicro(limit)
  if (spendLimit !== null && isLeft(spendLimit)) throw new Error('the options were not checked')
  const expiresAt = values['expires-at']
  return {
    email: values['email'] ?? '',
    name: values['name'] ?? values['key-name'] ?? DEFAULT_NAME,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    spendLimit: spendLimit === null ? null : spendLimit.right,
    allowedModels: values['allowed-models']?.split(',').map((model) => model.trim()) ?? null,
  }
}

const refusalOf = (failure: CreateKeyFailure, email: string): string => {
  switch (failure.tag) {
    case 'user_not_found':
      return `no active account has the address ${email}`
    case 'too_many_keys':
      return `${email} has ${failure.most} keys already; revoke one first`
    case 'expiry_in_past':
      return '--expires-at is in the past'
  }
}

const create: DatabaseCommand<CliUseCases> = {
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
      check: expectMoment,
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
    const wanted = newKeyOf(input)
    const created = await useCases.createApiKey(wanted)
    if (isLeft(created)) {
      printRefusal(out, refusalOf(created.left, wanted.email))
      return REFUSED
    }
    if (wantsJson(input)) printJson(out, created.right)
    else for (const line of [`id   ${created.right.id}`, `key  ${created.right.key}`]) printLine(out, line)
    return DONE
  },
}

const asJson = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.lastFour,
  created_at: Math.floor(key.createdAt.getTime() / 1000),
  last_used_at: key.lastUsedAt === null ? null : Math.floor(key.lastUsedAt.getTime() / 1000),
  expires_at: key.expiresAt === null ? null : Math.floor(key.expiresAt.getTime() / 1000),
  spend_limit: key.spendLimit === null ? null : formatMicro(key.spendLimit, 'RUB'),
  spent: formatMicro(key.spent, 'RUB'),
  allowed_models: key.allowedModels,
})

const timeOr = (time: Date | null, word: string): string => (time === null ? word : printTime(time.getTime()))

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

const list: DatabaseCommand<CliUseCases> = {
  name: 'keys list',
  summary: 'list the keys of an account that were not revoked',
  needs: 'database',
  arguments: [OWNER],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const email = input.values['email'] ?? ''
    const keys = await useCases.listApiKeys(email)
    if (isLeft(keys)) {
      printRefusal(out, `no account has the address ${email}`)
      return REFUSED
    }
    const header = ['ID', 'NAME', 'KEY', 'MADE', 'LAST USED', 'ENDS', 'SPENT', 'MODELS']
    if (wantsJson(input)) printJson(out, keys.right.map(asJson))
    else printTable(out, header, keys.right.map(asRow))
    return DONE
  },
}

const revoke: DatabaseCommand<CliUseCases> = {
  name: 'keys revoke',
  summary: 'delete an API key: it is refused from now on',
  needs: 'database',
  changes: true,
  arguments: [{ name: 'key-id', summary: 'the id of the key, not the key itself', check: expectUuid }],
  options: [],
  run: async (useCases, { values }, out) => {
    const keyId = (values['key-id'] ?? '').toLowerCase()
    const revoked = await useCases.revokeApiKey(keyId)
    if (isLeft(revoked)) printRefusal(out, `there is no key ${keyId}`)
    else printLine(out, `key ${keyId} is revoked`)
    return isLeft(revoked) ? REFUSED : DONE
  },
}

export const KEY_COMMANDS: readonly DatabaseCommand<CliUseCases>[] = [create, list, revoke]
