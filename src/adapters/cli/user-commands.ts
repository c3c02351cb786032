import { randomBytes } from 'node:crypto'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { FreeAddress } from '../../application/accounts/registration/free-address.ts'
import type { Register, RegisterFailure } from '../../application/accounts/registration/register.ts'
import type { DeactivateUser } from '../../application/accounts/users/deactivate-user.ts'
import type { ListUsers } from '../../application/accounts/users/list-users.ts'
import type { ReactivateUser } from '../../application/accounts/users/reactivate-user.ts'
import type { SetRateLimit } from '../../application/accounts/users/set-rate-limit.ts'
import type { creditUser, CreditUserFailure, CreditUserInput } from '../../application/billing/wallets/credit-user.ts'
import type { Account } from '../../application/ports/accounts/account-directory.ts'
import type { IdGenerator } from '../../application/ports/process/id-generator.ts'
import { parseEmail } from '../../domain/identity/email-address.ts'
import { MAX_REQUESTS_PER_MINUTE } from '../../domain/limits/admission-rates.ts'
import { formatMicro, parseMicro } from '../../domain/money/decimal.ts'
import { isCurrency } from '../../domain/money/money.ts'
import { secondsOf, secondsOrNull } from '../../domain/time-units.ts'
import { EMAIL, onAccount, MAIL_LOCALE, noAccount } from './account-lookup.ts'
import type { AccountLookup } from './account-lookup.ts'
import {
  expectAmount,
  expectCount,
  expectCurrency,
  expectName,
  expectReason,
  idOf,
  idOption,
  JSON_SWITCH,
} from './argument-checks.ts'
import { EXIT_OK, EXIT_REFUSED } from './command.ts'
import type { CommandInput, DatabaseCommand } from './command.ts'
import { printJson, printLine, printError, printTable, printTime, wantsJson } from './print.ts'

export interface UserUseCases extends AccountLookup {
  readonly listUsers: ListUsers
  readonly register: Register
  readonly creditUser: ReturnType<typeof creditUser>
  readonly deactivateUser: DeactivateUser
  readonly reactivateUser: ReactivateUser
  readonly freeAddress: FreeAddress
  readonly setRateLimit: SetRateLimit
  /** Makes the id of a credit that was given none. */
  readonly ids: IdGenerator
}

/** In the place of a number: the account may make as many requests a minute as the installation allows. */
const DEFAULT = 'default'

const asJson = ({ user, wallets }: Account) => ({
  id: user.id,
  email: user.email,
  email_verified: user.emailVerified,
  created_at: secondsOf(user.createdAt),
  deactivated_at: secondsOrNull(user.deactivatedAt),
  operator_since: secondsOrNull(user.operatorSince),
  requests_per_minute: user.rateLimitPerMinute,
  wallets: wallets.map(({ currency, balance, held }) => ({
    currency,
    balance: formatMicro(balance, currency),
    held: formatMicro(held, currency),
  })),
})

const asRow = ({ user, wallets }: Account): readonly string[] => [
  user.id,
  user.email,
  `${user.deactivatedAt === null ? 'active' : 'deactivated'}${user.operatorSince === null ? '' : ', operator'}`,
  printTime(user.createdAt),
  wallets.map(({ currency, balance }) => `${formatMicro(balance, currency)} ${currency}`).join(', '),
  String(user.rateLimitPerMinute ?? DEFAULT),
]

const list: DatabaseCommand<UserUseCases> = {
  name: 'users list',
  summary: 'list every account with its balances',
  needs: 'database',
  arguments: [],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const accounts: Account[] = []
    for await (const account of useCases.listUsers()) accounts.push(account)
    if (wantsJson(input)) printJson(out, accounts.map(asJson))
    else printTable(out, ['ID', 'E-MAIL', 'STATE', 'REGISTERED', 'BALANCES', 'REQUESTS A MINUTE'], accounts.map(asRow))
    return EXIT_OK
  },
}

const createUserFailureMessage = (failure: RegisterFailure, email: string): string => {
  switch (failure.tag) {
    case 'email_taken':
      return `${email} has an account already: users list shows it`
    case 'weak_password':
      throw new Error('a random password was called weak')
    case 'overloaded':
      return 'too many passwords are being hashed now; try again shortly'
  }
}

/** 128 random bits, which no attacker guesses and an operator can still paste. */
const PASSWORD_BYTES = 16

const create: DatabaseCommand<UserUseCases> = {
  name: 'users create',
  summary: 'open an account and print a password for it, this once; works where registration is closed, too',
  needs: 'database',
  changes: true,
  arguments: [{ ...EMAIL, summary: 'the address of its owner, who gets a mail to verify it' }],
  options: [
    { name: 'display-name', value: 'name', summary: 'how its owner is called', check: expectName },
    JSON_SWITCH,
  ],
  run: async (useCases, input, out) => {
    const email = input.values['email'] ?? ''
    const address = parseEmail(email)
    const password = randomBytes(PASSWORD_BYTES).toString('base64url')
    const displayName = input.values['display-name'] ?? null
    if (isLeft(address)) throw new Error('the arguments were not checked')
    const created = await useCases.register({ email: address.right, password, displayName, locale: MAIL_LOCALE })
    if (isLeft(created)) {
      printError(out, createUserFailureMessage(created.left, email))
      return EXIT_REFUSED
    }
    const { id } = created.right
    if (wantsJson(input)) printJson(out, { id, email: created.right.email, password })
    else for (const line of [`id        ${id}`, `password  ${password}`]) printLine(out, line)
    return EXIT_OK
  },
}

const failureMessage = (failure: CreditUserFailure, { email, transferId }: CreditUserInput): string => {
  switch (failure.tag) {
    case 'user_not_found':
      return noAccount(email)
    case 'insufficient_balance':
      return `the wallet of ${email} does not have that much available: users list shows its balance`
    case 'balance_limit':
      return `no more than ${formatMicro(failure.room, failure.currency)} can be added to the wallet of ${email}`
    case 'mismatch':
      return 'this id was used for another credit, so nothing was moved: give another --id'
    case 'overloaded':
    case 'ledger_unavailable':
      return `the money may have moved or not: repeat the command with --id ${transferId}`
    case 'zero_amount':
      throw new Error('the command line lets no credit of zero through')
  }
}

const creditOf = (input: CommandInput, ids: IdGenerator): CreditUserInput => {
  const { values } = input
  const micro = parseMicro(values['amount'] ?? '')
  const currency = values['currency'] ?? ''
  if (isLeft(micro) || !isCurrency(currency)) throw new Error('the arguments were not checked')
  return {
    transferId: idOf(input) ?? ids.next(),
    email: values['email'] ?? '',
    currency,
    amount: micro.right,
    reason: values['reason'] ?? null,
  }
}

const credit: DatabaseCommand<UserUseCases> = {
  name: 'users credit',
  summary: 'add money to a wallet, or take it with a negative amount',
  needs: 'database',
  changes: true,
  arguments: [EMAIL, { name: 'amount', summary: 'a decimal amount, such as 100 or 12.50', check: expectAmount }],
  options: [
    { name: 'currency', value: 'currency', fallback: 'RUB', summary: 'RUB or TOKEN', check: expectCurrency },
    idOption('credit'),
    {
      name: 'reason',
      value: 'text',
      summary: 'why; the customer sees it among the transactions',
      check: expectReason,
    },
    JSON_SWITCH,
  ],
  run: async (useCases, input, out) => {
    const wanted = creditOf(input, useCases.ids)
    const credited = await useCases.creditUser(wanted)
    if (isLeft(credited)) {
      printError(out, failureMessage(credited.left, wanted))
      return EXIT_REFUSED
    }
    const { transferId, currency } = wanted
    const { balanceAfter, fresh } = credited.right
    const balance = formatMicro(balanceAfter, currency)
    if (wantsJson(input)) printJson(out, { transfer_id: transferId, currency, balance, fresh })
    else printLine(out, `${fresh ? 'done' : 'was done before'}: ${balance} ${currency} now (transfer ${transferId})`)
    return EXIT_OK
  },
}

const userStateCommand = (
  verb: 'deactivate' | 'reactivate',
  summary: string,
  change: (useCases: UserUseCases, userId: string) => Promise<unknown>,
): DatabaseCommand<UserUseCases> => ({
  name: `users ${verb}`,
  summary,
  needs: 'database',
  changes: true,
  arguments: [EMAIL],
  options: [],
  run: onAccount(async (useCases, { user, email }, out) => {
    await change(useCases, user.id)
    printLine(out, `${email} is ${verb}d (${user.id})`)
    return EXIT_OK
  }),
})

const expectLimit = (text: string): string | null => {
  const problem = text === DEFAULT ? null : expectCount(MAX_REQUESTS_PER_MINUTE)(text)
  return problem === null ? null : `${problem}, or ${DEFAULT}`
}

const limit: DatabaseCommand<UserUseCases> = {
  name: 'users limit',
  summary: 'set how many requests a minute an account may make',
  needs: 'database',
  changes: true,
  arguments: [
    EMAIL,
    {
      name: 'requests-per-minute',
      summary: `the most requests in any 60 seconds, with all keys together; ${DEFAULT}: RATE_LIMIT_PER_MINUTE`,
      check: expectLimit,
    },
  ],
  options: [{ name: 'reason', value: 'text', summary: 'why; operators see it in their log', check: expectReason }],
  run: onAccount(async (useCases, { user, email }, out, { values }) => {
    const given = values['requests-per-minute']
    const own = given === DEFAULT ? null : Number(given)
    await useCases.setRateLimit(user.id, own)
    const allowed =
      own === null ? 'as many requests a minute as RATE_LIMIT_PER_MINUTE says' : `${own} requests a minute`
    printLine(out, `${email} may make ${allowed} (${user.id})`)
    return EXIT_OK
  }),
}

const free: DatabaseCommand<UserUseCases> = {
  name: 'users free',
  summary: 'let the address of a closed account be registered anew',
  needs: 'database',
  changes: true,
  arguments: [EMAIL],
  options: [],
  run: onAccount(async (useCases, { user, email }, out) => {
    const freed = await useCases.freeAddress(user.id)
    if (isLeft(freed)) {
      printError(out, `${email} is in use: deactivate the account first`)
      return EXIT_REFUSED
    }
    printLine(out, `${email} is free; the closed account is now ${freed.right.address}`)
    return EXIT_OK
  }),
}

export const USER_COMMANDS: readonly DatabaseCommand<UserUseCases>[] = [
  list,
  create,
  credit,
  userStateCommand('deactivate', 'close an account: its sessions end and its keys are refused', (useCases, userId) =>
    useCases.deactivateUser(userId, MAIL_LOCALE),
  ),
  userStateCommand('reactivate', 'open a closed account again', (useCases, userId) => useCases.reactivateUser(userId)),
  limit,
  free,
]
