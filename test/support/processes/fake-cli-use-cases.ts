import { apiKeyOf } from '../accounts/api-key-of.ts'
import { left, right } from 'fp-ts/lib/Either.js'
import type { CliUseCases } from '../../../src/adapters/cli/commands.ts'
import type { AuditReport } from '../../../src/application/billing/wallets/audit-ledger.ts'
import type { NewUser } from '../../../src/application/ports/accounts/user-store.ts'
import type { ApiKey } from '../../../src/domain/api-keys/api-key.ts'
import type { User } from '../../../src/domain/identity/user.ts'
import { MAX_BALANCE } from '../../../src/domain/ledger/account.ts'
import type { Wallet } from '../../../src/domain/ledger/account.ts'
import type { TopUpRefund } from '../../../src/domain/payments/refund.ts'
import type { TopUp } from '../../../src/domain/payments/top-up.ts'
import { EMPTY_LEDGER } from '../ledger/empty-ledger.ts'

export const USER_ID = '01890000-0000-7000-8000-000000000001'
export const KEY_ID = '01890000-0000-7000-8000-0000000000aa'

const user: User = {
  id: USER_ID,
  email: 'ann@example.com',
  emailFolded: 'ann@example.com',
  emailVerified: true,
  ownerProvenAt: null,
  displayName: null,
  passwordHash: null,
  deactivatedAt: null,
  rateLimitPerMinute: null,
  createdAt: new Date(1_700_000_000_000),
  operatorSince: null,
}

const LISTED_KEY: ApiKey = apiKeyOf({
  id: KEY_ID,
  userId: USER_ID,
  name: 'ci',
  prefix: 'sk-aiagg-ab',
  createdAt: new Date(1_700_000_000_000),
  spendLimit: 5_000_000n,
  spent: 1_500_000n,
  allowedModels: ['sandbox/echo'],
})

const LISTED_REFUND: TopUpRefund = {
  id: USER_ID,
  requestId: null,
  topUpId: KEY_ID,
  amount: 40_000_000n,
  price: 40_000_000n,
  status: 'pending',
  createdAt: new Date(1_700_000_000_000),
  ageMs: 0,
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

export const WALLET: Wallet = {
  id: USER_ID,
  owner: USER_ID,
  currency: 'RUB',
  balance: 12_500_000n,
  held: 1n,
  reserved: 0n,
  suspended: false,
}

const SOUND: AuditReport = {
  figures: {
    ...EMPTY_LEDGER,
    wallets: 2,
  },
  violations: [],
}

const answer = <A>(value: A): Promise<A> => Promise.resolve(value)

/** Answers like a service with one account, `ann@example.com`, and notes what was asked. */
export const fakeCliUseCases = (changes: Partial<CliUseCases> = {}) => {
  const asked: unknown[][] = []
  const ask = (...words: unknown[]): void => void asked.push(words)
  const useCases: CliUseCases = {
    ids: { next: () => 'new' },
    catalogReach: 'this_process',
    reloadCatalog: () => answer(left(['models.0: duplicate id'])),
    findUser: (email) => answer(email === user.email ? right(user) : left({ tag: 'user_not_found' })),
    listUsers: async function* () {
      yield await answer({ user, wallets: [WALLET] })
    },
    creditUser: (input) => {
      ask('credit', input)
      if (input.email !== user.email) return answer(left({ tag: 'user_not_found' }))
      if (input.amount < -12_499_999n) return answer(left({ tag: 'insufficient_balance' }))
      if (input.amount > MAX_BALANCE)
        return answer(left({ tag: 'balance_limit', currency: input.currency, room: MAX_BALANCE - 12_500_000n }))
      return answer(right({ userId: USER_ID, balanceAfter: 12_500_000n + input.amount, fresh: true }))
    },
    deactivateUser: (...words) => {
      ask('deactivate', ...words)
      return answer(right(null))
    },
    reactivateUser: (userId) => {
      ask('reactivate', userId)
      return answer(right(null))
    },
    setRateLimit: (...words) => {
      ask('limit', ...words)
      return answer(right(null))
    },
    freeAddress: () => answer(left({ tag: 'still_active' })),
    grantRole: (userId) => {
      ask('grant', userId)
      return answer(right(null))
    },
    revokeRole: (userId) => {
      ask('revoke', userId)
      return answer(right(null))
    },
    rotateSigningKeys: (leaked) => {
      ask('rotate', leaked)
      const [signsFrom, othersRetireAt] = [new Date(1_700_000_000_000), new Date(1_700_001_000_000)]
      return answer({ kid: 'new', signsFrom, othersRetireAt })
    },
    register: ({ password, ...input }) => {
      ask('register', input)
      const { address, folded } = input.email
      const registered: NewUser = { ...user, email: address, emailFolded: folded, passwordHash: password }
      return answer(address === user.email ? left({ tag: 'email_taken' }) : right(registered))
    },
    createApiKey: (input) => {
      ask('create key', input)
      return answer(right({ apiKey: LISTED_KEY, key: 'sk-aiagg-made' }))
    },
    listApiKeys: () => answer([LISTED_KEY]),
    deleteApiKey: ({ keyId }) => answer(keyId === KEY_ID ? right(null) : left({ tag: 'not_found' })),
    listTopUps: (input) => {
      ask('list top-ups', input)
      return answer({ rows: [LISTED_TOP_UP], next: null })
    },
    readAnyTopUp: (id) =>
      answer(
        id === KEY_ID
          ? right({
              topUp: LISTED_TOP_UP,
              refunds: [LISTED_REFUND],
            })
          : left({ tag: 'not_found' }),
      ),
    operatorLog: {
      page: () =>
        answer([
          {
            id: KEY_ID,
            at: new Date(1_700_000_000_000),
            operator: 'ann@office',
            operatorId: null,
            subject: USER_ID,
            before: null,
            after: null,
            reason: 'an outage',
            command: 'users credit',
            arguments: { email: user.email, amount: '5', reason: 'an outage' },
            exitCode: 0,
          },
        ]),
    },
    auditLedger: () => answer(SOUND),
    recountUsage: () => answer(3),
    refundTopUp: (input) => {
      ask('refund', input)
      return answer(
        right({
          topUp: LISTED_TOP_UP,
          refundId: '0190a0c0-0000-7000-8000-0000000000ff',
          amount: input.amount ?? 5_000_000n,
          price: 5_000_000n,
          wasDone: false,
        }),
      )
    },
    resolveRefund: (input) => {
      ask('resolve', input)
      return answer(right({ topUp: LISTED_TOP_UP, refund: LISTED_REFUND, status: input.end.status }))
    },
    sweepHolds: () => answer({ released: 3, left: 0 }),
    pruneMedia: (dryRun) => {
      ask('prune', dryRun)
      return answer({ files: 2, bytes: 9_007_199_254_740_993n })
    },
    ...changes,
  }
  return { useCases, asked }
}
