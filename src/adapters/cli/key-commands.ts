import { isLeft } from 'fp-ts/lib/Either.js'
import { expectEmail, expectUuid, JSON_SWITCH } from './checks.ts'
import type { CliUseCases } from './cli-use-cases.ts'
import { type DatabaseCommand, DONE, REFUSED } from './command.ts'
import { printJson, printLine, printRefusal, wantsJson } from './print.ts'

const LONGEST_NAME = 100

const expectName = (text: string): string | null =>
  text.trim() !== '' && Array.from(text).length <= LONGEST_NAME
    ? null
    : `expected a name of 1 to ${LONGEST_NAME} characters`

const create: DatabaseCommand<CliUseCases> = {
  name: 'keys create',
  summary: 'make an API key for an account and print it, this once',
  needs: 'database',
  arguments: [{ name: 'email', summary: 'whose key it is', check: expectEmail }],
  options: [
    { name: 'name', value: 'name', fallback: 'cli', summary: 'what the key is called', check: expectName },
    JSON_SWITCH,
  ],
  run: async (useCases, input, out) => {
    const email = input.values['email'] ?? ''
    const created = await useCases.createApiKey(email, input.values['name'] ?? '')
    if (isLeft(created)) {
      printRefusal(
        out,
        created.left.tag === 'too_many_keys'
          ? `${email} has ${created.left.most} keys already; revoke one first`
          : `no active account has the address ${email}`,
      )
      return REFUSED
    }
    if (wantsJson(input)) printJson(out, created.right)
    else printLine(out, created.right.key)
    return DONE
  },
}

const revoke: DatabaseCommand<CliUseCases> = {
  name: 'keys revoke',
  summary: 'delete an API key: it is refused from now on',
  needs: 'database',
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

export const KEY_COMMANDS: readonly DatabaseCommand<CliUseCases>[] = [create, revoke]
