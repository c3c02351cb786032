import { left, right } from 'fp-ts/lib/Either.js'
import type { CliUseCases, CreditInput, ListedUser } from '../../src/adapters/cli/cli-use-cases.ts'
import type { ApiKey } from '../../src/domain/api-keys/api-key.ts'
import type { TopUp } from '../../src/domain/payments/top-up.ts'
import type { CommandOutput } from '../../src/adapters/cli/command.ts'

export const USER_ID = '01890000-0000-7000-8000-000000000001'
export const KEY_ID = '01890000-0000-7000-8000-0000000000aa'

const user: ListedUser = {
  id: USER_ID,
  email: 'ann@example.com',
  emailVerified: true,
  createdAt: 1_700_000_000_000,
  deactivatedAt: null,
  wallets: [{ currency: 'RUB', balance: 12_500_000n, held: 1n }],
}

const LISTED_KEY: ApiKey = {
  id: KEY_ID,
  userId: USER_ID,
  name: 'ci',
  prefix: 'sk-aiagg-ab',
  lastFour: 'wxyz',
  createdAt: new Date(1_700_000_000_000),
  lastUsedAt: null,
  expiresAt: null,
  spendLimit: 5_000_000n,
  spent: 1_500_000n,
  allowedModels: ['sandbox/echo'],
}

const LISTED_TOP_UP: TopUp = {
  id: KEY_ID,
  userId: USER_ID,
  walletId: USER_ID,
  currency: 'RUB',
  amount: 100_000_000n,
  price: 100_000_000n,
  status: 'succeeded',
  superseded: false,
  provider: 'yookassa',
  paymentId: 'p-1',
  confirmationUrl: null,
  createdAt: new Date(1_700_000_000_000),
}

/** Answers like a service with one account, `ann@example.com`, and notes what was asked. */
export const fakeCliUseCases = (changes: Partial<CliUseCases> = {}) => {
  const asked: unknown[][] = []
  const ask = (...words: unknown[]): void => void asked.push(words)
  const known = (email: string) =>
    email === user.email ? right({ id: USER_ID }) : left({ tag: 'user_not_found' } as const)
  const useCases: CliUseCases = {
    listUsers: () => Promise.resolve([user]),
    creditUser: (input: CreditInput) => {
      ask('credit', input)
      const { currency, micro } = input.amount
      if (input.email !== user.email) return Promise.resolve(left({ tag: 'user_not_found' }))
      if (micro < -12_499_999n) return Promise.resolve(left({ tag: 'insufficient_balance' }))
      const balance = 12_500_000n + micro
      return Promise.resolve(right({ transferId: input.id ?? 'new', currency, balance, fresh: true }))
    },
    deactivateUser: (email) => {
      ask('deactivate', email)
      return Promise.resolve(known(email))
    },
    reactivateUser: (email) => {
      ask('reactivate', email)
      return Promise.resolve(known(email))
    },
    freeAddress: (email) => {
      ask('free', email)
      return Promise.resolve(left({ tag: email === user.email ? 'still_active' : 'user_not_found' } as const))
    },
    rotateSigningKeys: (leaked) => {
      ask('rotate', leaked)
      return Promise.resolve({ kid: 'new', signsFrom: 1_700_000_000_000, othersRetireAt: 1_700_001_000_000 })
    },
    createUser: (email, displayName) => {
      ask('create user', email, displayName)
      const made = right({ id: USER_ID, email, password: 'made-password' })
      return Promise.resolve(email === user.email ? left({ tag: 'email_taken' } as const) : made)
    },
    createApiKey: (key) => {
      ask('create key', key)
      const made = right({ id: KEY_ID, key: 'sk-aiagg-made' })
      return Promise.resolve(key.email === user.email ? made : left({ tag: 'user_not_found' } as const))
    },
    listApiKeys: (email) =>
      Promise.resolve(email === user.email ? right([LISTED_KEY]) : left({ tag: 'user_not_found' } as const)),
    listTopUps: (email, status) => {
      ask('list top-ups', email, status)
      return Promise.resolve(email === user.email ? right([LISTED_TOP_UP]) : left({ tag: 'user_not_found' } as const))
    },
    listOperations: () =>
      Promise.resolve([
        {
          id: KEY_ID,
          at: new Date(1_700_000_000_000),
          operator: 'ann@office',
          command: 'users credit',
          arguments: { email: user.email, amount: '5', reason: 'an outage' },
          exitCode: 0,
        },
      ]),
    revokeApiKey: (keyId) => Promise.resolve(keyId === KEY_ID ? right(undefined) : left({ tag: 'key_not_found' })),
    auditLedger: () => Promise.resolve({ figures: [{ name: 'wallets', value: '2' }], breaks: [] }),
    refundTopUp: (topUpId, amount) => {
      ask('refund', topUpId, amount)
      return Promise.resolve(right({ currency: 'RUB', amount: amount ?? 5_000_000n, price: 5_000_000n }))
    },
    sweepHolds: () => Promise.resolve(3),
    pruneMedia: (dryRun) => {
      ask('prune', dryRun)
      return Promise.resolve({ files: 2, bytes: 9_007_199_254_740_993n })
    },
    ...changes,
  }
  return { useCases, asked }
}

/** Keeps what a command prints. */
export const recordOutput = () => {
  const printed = { stdout: '', stderr: '' }
  const out: CommandOutput = {
    stdout: (text) => void (printed.stdout += text),
    stderr: (text) => void (printed.stderr += text),
  }
  return { out, printed }
}
