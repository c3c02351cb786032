import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  CreateApiKey,
  CreateApiKeyFailure,
  CreatedApiKey,
} from '../../application/accounts/api-keys/create-api-key.ts'
import type { DeleteApiKey } from '../../application/accounts/api-keys/delete-api-key.ts'
import type { ListApiKeys } from '../../application/accounts/api-keys/list-api-keys.ts'
import type { UserNotFound } from '../../application/accounts/users/deactivate-user.ts'
import { EMAIL, onAccount, MAIL_LOCALE } from './account-lookup.ts'
import type { AccountLookup } from './account-lookup.ts'
import { expectName, expectUuid, JSON_SWITCH } from './argument-checks.ts'
import { EXIT_OK, EXIT_REFUSED } from './command.ts'
import type { CommandArgument, DatabaseCommand } from './command.ts'
import { NEW_KEY_OPTIONS, newKeyOf } from './new-key-options.ts'
import { printJson, printLine, printError, printTable, wantsJson } from './print.ts'
import { KEY_COLUMNS, keyAsJson, keyAsRow } from './show-key.ts'

export interface KeyUseCases extends AccountLookup {
  readonly createApiKey: CreateApiKey
  readonly listApiKeys: ListApiKeys
  readonly deleteApiKey: DeleteApiKey
}

const expectKeyId = expectUuid('the id of a key, as keys list shows it, and not the key itself')

const OWNER: CommandArgument = { ...EMAIL, summary: 'whose key it is' }

const failureMessage = (failure: CreateApiKeyFailure | UserNotFound, email: string): string => {
  switch (failure.tag) {
    case 'user_not_found':
    case 'unauthenticated':
      return `no active account has the address ${email}: users list shows all of them`
    case 'too_many_keys':
      return `${email} has ${failure.most} keys already; revoke one first`
    case 'too_many_new_keys':
      return `${email} has made ${failure.most} keys within a day`
    case 'expiry_in_past':
      return '--expires-at is in the past: give a later moment'
  }
}

const create: DatabaseCommand<KeyUseCases> = {
  name: 'keys create',
  summary: 'make an API key for an account and print its id and the key, this once',
  needs: 'database',
  changes: true,
  arguments: [OWNER, { name: 'key-name', optional: true, summary: 'what the key is called', check: expectName }],
  options: [...NEW_KEY_OPTIONS, JSON_SWITCH],
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

const list: DatabaseCommand<KeyUseCases> = {
  name: 'keys list',
  summary: 'list the keys of an account that were not revoked',
  needs: 'database',
  arguments: [OWNER],
  options: [JSON_SWITCH],
  run: onAccount(async (useCases, { user }, out, input) => {
    const keys = await useCases.listApiKeys(user.id)
    if (wantsJson(input)) printJson(out, keys.map(keyAsJson))
    else printTable(out, KEY_COLUMNS, keys.map(keyAsRow))
    return EXIT_OK
  }),
}

const revoke: DatabaseCommand<KeyUseCases> = {
  name: 'keys revoke',
  summary: 'delete an API key: it is refused from now on',
  needs: 'database',
  changes: true,
  arguments: [{ name: 'key-id', summary: 'the id of the key, not the key itself', check: expectKeyId }],
  options: [],
  run: async (useCases, { values }, out) => {
    const keyId = (values['key-id'] ?? '').toLowerCase()
    const revoked = await useCases.deleteApiKey({ userId: null, keyId, locale: MAIL_LOCALE })
    if (isLeft(revoked))
      printError(out, `there is no key ${keyId}, or it was revoked before: keys list shows those of an account`)
    else printLine(out, `key ${keyId} is revoked`)
    return isLeft(revoked) ? EXIT_REFUSED : EXIT_OK
  },
}

export const KEY_COMMANDS: readonly DatabaseCommand<KeyUseCases>[] = [create, list, revoke]
