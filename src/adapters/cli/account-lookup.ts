import { isLeft } from 'fp-ts/lib/Either.js'
import type { FindUser } from '../../application/accounts/users/find-user.ts'
import type { User } from '../../domain/identity/user.ts'
import { expectEmail } from './argument-checks.ts'
import type { CommandArgument, CommandOutput } from './command.ts'
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

/** The account of the address, deactivated or not; null after it was printed that there is none. */
export const findAccount = async (
  { findUser }: AccountLookup,
  email: string,
  out: CommandOutput,
): Promise<User | null> => {
  const user = await findUser(email)
  if (!isLeft(user)) return user.right
  printError(out, noAccount(email))
  return null
}
