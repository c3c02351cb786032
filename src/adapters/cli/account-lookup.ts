import { isLeft } from 'fp-ts/lib/Either.js'
import type { FindUser } from '../../application/accounts/users/find-user.ts'
import type { User } from '../../domain/identity/user.ts'
import { expectEmail } from './argument-checks.ts'
import { EXIT_REFUSED } from './command.ts'
import type { CommandArgument, CommandInput, CommandOutput, DatabaseCommand } from './command.ts'
import { printError } from './print.ts'

/** An operator knows accounts by their addresses. */
export interface AccountLookup {
  readonly findUser: FindUser
}

/** Of the mail that a command causes: a command knows no language of the user. */
export const MAIL_LOCALE = 'en'

export const EMAIL: CommandArgument = {
  name: 'email',
  summary: 'the address the account was registered with',
  check: expectEmail,
}

export const noAccount = (email: string): string => `no account has the address ${email}: users list shows all of them`

interface FoundAccount {
  readonly user: User
  /** As it was typed. */
  readonly email: string
}

type RunOnAccount<U> = (useCases: U, account: FoundAccount, out: CommandOutput, input: CommandInput) => Promise<number>

/** A command on the account of the EMAIL argument, deactivated or not; it is refused where there is none. */
export const onAccount =
  <U extends AccountLookup>(run: RunOnAccount<U>): DatabaseCommand<U>['run'] =>
  async (useCases, input, out) => {
    const email = input.values['email'] ?? ''
    const user = await useCases.findUser(email)
    if (!isLeft(user)) return run(useCases, { user: user.right, email }, out, input)
    printError(out, noAccount(email))
    return EXIT_REFUSED
  }
