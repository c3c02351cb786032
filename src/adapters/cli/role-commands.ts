import { isLeft } from 'fp-ts/lib/Either.js'
import type { GrantRole, RevokeRole } from '../../application/accounts/users/change-role.ts'
import { EMAIL, onAccount } from './account-lookup.ts'
import type { AccountLookup } from './account-lookup.ts'
import { EXIT_OK, EXIT_REFUSED } from './command.ts'
import type { CommandArgument, DatabaseCommand } from './command.ts'
import { printError, printLine } from './print.ts'

export interface RoleUseCases extends AccountLookup {
  readonly grantRole: GrantRole
  readonly revokeRole: RevokeRole
}

const ROLE: CommandArgument = {
  name: 'role',
  summary: 'operator: sees and changes every account over HTTP',
  check: (text) => (text === 'operator' ? null : 'expected operator'),
}

const VERIFY = 'open the link of its verification mail first (without SMTP_URL the mail is a file in DATA_DIR/mail)'

const grant: DatabaseCommand<RoleUseCases> = {
  name: 'users grant',
  summary: 'give an account the role of an operator; its owner has to have verified the address',
  needs: 'database',
  changes: true,
  arguments: [EMAIL, ROLE],
  options: [],
  run: onAccount(async (useCases, { user, email }, out) => {
    if (isLeft(await useCases.grantRole(user.id))) {
      printError(
        out,
        `${email} is not verified: a person who reads that mailbox could take the account over; ${VERIFY}`,
      )
      return EXIT_REFUSED
    }
    printLine(out, `${email} is an operator (${user.id})`)
    return EXIT_OK
  }),
}

const revoke: DatabaseCommand<RoleUseCases> = {
  name: 'users revoke',
  summary: 'take the role of an operator from an account',
  needs: 'database',
  changes: true,
  arguments: [EMAIL, ROLE],
  options: [],
  run: onAccount(async (useCases, { user, email }, out) => {
    await useCases.revokeRole(user.id)
    printLine(
      out,
      `${email} ${user.operatorSince === null ? 'was no operator' : 'is no operator any more'} (${user.id})`,
    )
    return EXIT_OK
  }),
}

export const ROLE_COMMANDS: readonly DatabaseCommand<RoleUseCases>[] = [grant, revoke]
