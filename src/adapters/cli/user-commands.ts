import { isLeft } from 'fp-ts/lib/Either.js'
import { formatMicro, parseMicro } from '../../domain/money/decimal.ts'
import { isCurrency } from '../../domain/money/money.ts'
import { expectAmount, expectCurrency, expectEmail, expectReason, expectUuid, JSON_SWITCH } from './checks.ts'
import type { CliUseCases, CreateUserFailure, CreditFailure, CreditInput, ListedUser } from './cli-use-cases.ts'
import { type CommandArgument, type CommandInput, type DatabaseCommand, DONE, REFUSED } from './command.ts'
import { printJson, printLine, printRefusal, printTable, printTime, wantsJson } from './print.ts'

const EMAIL: CommandArgument = {
  name: 'email',
  summary: 'the address the account was registered with',
  check: expectEmail,
}

const asJson = (user: ListedUser) => ({
  id: user.id,
  email: user.email,
  email_verified: user.emailVerified,
  created_at: Math.floor(user.createdAt / 1000),
  deactivated_at: user.deactivatedAt === null ? null : Math.floor(user.deactivatedAt / 1000),
  wallets: user.wallets.map(({ currency, balance, held }) => ({
    currency,
    balance: formatMicro(balance, currency),
    held: formatMicro(held, currency),
  })),
})

const asRow = (user: ListedUser): readonly string[] => [
  user.id,
  user.email,
  user.deactivatedAt === null ? 'active' : 'deactivated',
  printTime(user.createdAt),
  user.wallets.map(({ currency, balance }) => `${formatMicro(balance, currency)} ${currency}`).join(', '),
]

const list: DatabaseCommand<CliUseCases> = {
  name: 'users list',
  summary: 'list every account with its balances',
  needs: 'database',
  arguments: [],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const users = await useCases.listUsers()
    if (wantsJson(input)) printJson(out, users.map(asJson))
    else printTable(out, ['ID', 'E-MAIL', 'STATE', 'REGISTERED', 'BALANCES'], users.map(asRow))
    return DONE
  },
}

const whyNotMade = (failure: CreateUserFailure, email: string): string => {
  switch (failure.tag) {
    case 'email_taken':
      return `${email} has an account already`
    case 'malformed_email':
      return `${email} is no e-mail address`
    case 'overloaded':
      return 'too many passwords are being hashed now; try again shortly'
  }
}

const create: DatabaseCommand<CliUseCases> = {
  name: 'users create',
  summary: 'open an account and print a password for it, this once; works where registration is closed, too',
  needs: 'database',
  changes: true,
  arguments: [{ ...EMAIL, summary: 'the address of its owner, who is sent a letter to verify it' }],
  options: [{ name: 'display-name', value: 'name', summary: 'how its owner is called' }, JSON_SWITCH],
  run: async (useCases, input, out) => {
    const email = input.values['email'] ?? ''
    const created = await useCases.createUser(email, input.values['display-name'] ?? null)
    if (isLeft(created)) {
      printRefusal(out, whyNotMade(created.left, email))
      return REFUSED
    }
    const { id, password } = created.right
    if (wantsJson(input)) printJson(out, created.right)
    else for (const line of [`id        ${id}`, `password  ${password}`]) printLine(out, line)
    return DONE
  },
}

const refusalOf = (failure: CreditFailure, { email }: CreditInput): string => {
  switch (failure.tag) {
    case 'user_not_found':
      return `no account has the address ${email}`
    case 'insufficient_balance':
      return 'the wallet does not have that much available'
    case 'id_taken':
      return 'this id was used for another credit; nothing was moved'
    case 'outcome_unknown':
      return `the money may have moved or not: repeat the command with --id ${failure.transferId}`
  }
}

const creditOf = ({ values }: CommandInput): CreditInput => {
  const micro = parseMicro(values['amount'] ?? '')
  const currency = values['currency'] ?? ''
  if (isLeft(micro) || !isCurrency(currency)) throw new Error('the arguments were not checked')
  return {
    email: values['email'] ?? '',
    amount: { currency, micro: micro.right },
    // Ids are kept in lower case: the same one typed in capitals is the same.
    id: values['id']?.toLowerCase() ?? null,
    reason: values['reason'] ?? null,
  }
}

const credit: DatabaseCommand<CliUseCases> = {
  name: 'users credit',
  summary: 'add money to a wallet, or take it with a negative amount',
  needs: 'database',
  changes: true,
  arguments: [EMAIL, { name: 'amount', summary: 'a decimal amount, such as 100 or 12.50', check: expectAmount }],
  options: [
    { name: 'currency', value: 'currency', fallback: 'RUB', summary: 'RUB or TOKEN', check: expectCurrency },
    {
      name: 'id',
      value: 'uuid',
      summary: 'an id of your own: repeated with it, the credit happens once',
      check: expectUuid,
    },
    {
      name: 'reason',
      value: 'text',
      summary: 'why; the customer sees it among the transactions',
      check: expectReason,
    },
    JSON_SWITCH,
  ],
  run: async (useCases, input, out) => {
    const wanted = creditOf(input)
    const credited = await useCases.creditUser(wanted)
    if (isLeft(credited)) {
      printRefusal(out, refusalOf(credited.left, wanted))
      return REFUSED
    }
    const { transferId, currency, fresh } = credited.right
    const balance = formatMicro(credited.right.balance, currency)
    if (wantsJson(input)) printJson(out, { transfer_id: transferId, currency, balance, fresh })
    else printLine(out, `${fresh ? 'done' : 'was done before'}: ${balance} ${currency} now (transfer ${transferId})`)
    return DONE
  },
}

const switchUser = (
  verb: 'deactivate' | 'reactivate',
  summary: string,
  pick: (useCases: CliUseCases) => CliUseCases['deactivateUser'],
): DatabaseCommand<CliUseCases> => ({
  name: `users ${verb}`,
  summary,
  needs: 'database',
  changes: true,
  arguments: [EMAIL],
  options: [],
  run: async (useCases, { values }, out) => {
    const email = values['email'] ?? ''
    const done = await pick(useCases)(email)
    if (isLeft(done)) printRefusal(out, `no account has the address ${email}`)
    else printLine(out, `${email} is ${verb}d (${done.right.id})`)
    return isLeft(done) ? REFUSED : DONE
  },
})

const free: DatabaseCommand<CliUseCases> = {
  name: 'users free',
  summary: 'let the address of a closed account be registered anew',
  needs: 'database',
  changes: true,
  arguments: [EMAIL],
  options: [],
  run: async (useCases, { values }, out) => {
    const email = values['email'] ?? ''
    const freed = await useCases.freeAddress(email)
    if (isLeft(freed)) {
      const stays = `${email} is in use: deactivate the account first`
      printRefusal(out, freed.left.tag === 'still_active' ? stays : `no account has the address ${email}`)
      return REFUSED
    }
    printLine(out, `${email} is free; the closed account is now ${freed.right.address}`)
    return DONE
  },
}

export const USER_COMMANDS: readonly DatabaseCommand<CliUseCases>[] = [
  list,
  create,
  credit,
  switchUser(
    'deactivate',
    'close an account: its sessions end and its keys are refused',
    (useCases) => (email) => useCases.deactivateUser(email),
  ),
  switchUser('reactivate', 'open a closed account again', (useCases) => (email) => useCases.reactivateUser(email)),
  free,
]
