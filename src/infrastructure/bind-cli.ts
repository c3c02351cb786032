import { randomBytes } from 'node:crypto'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { AuditOutcome, CliUseCases, ListedUser } from '../adapters/cli/cli-use-cases.ts'
import type { CreateApiKey } from '../application/accounts/create-api-key.ts'
import type { DeactivateUser } from '../application/accounts/deactivate-user.ts'
import type { DeleteApiKey } from '../application/accounts/delete-api-key.ts'
import type { FindUser } from '../application/accounts/find-user.ts'
import type { FreeAddress } from '../application/accounts/free-address.ts'
import type { ListApiKeys } from '../application/accounts/list-api-keys.ts'
import type { ListUsers } from '../application/accounts/list-users.ts'
import type { ReactivateUser } from '../application/accounts/reactivate-user.ts'
import type { Register } from '../application/accounts/register.ts'
import type { RotateSigningKeys } from '../application/accounts/rotate-signing-keys.ts'
import type { AuditReport } from '../application/billing/audit-ledger.ts'
import type { creditUser } from '../application/billing/credit-user.ts'
import type { listTopUps, TopUpPage } from '../application/billing/list-top-ups.ts'
import type { listWallets } from '../application/billing/list-wallets.ts'
import type { refundTopUp } from '../application/billing/refund-top-up.ts'
import type { ReleasedHolds } from '../application/billing/release-holds.ts'
import type { pruneMedia } from '../application/media/prune-media.ts'
import type { OperatorLog } from '../application/ports/operator-log.ts'
import { parseEmail } from '../domain/identity/email-address.ts'
import type { TopUp, TopUpStatus } from '../domain/payments/top-up.ts'
import type { Ids } from '../application/ports/ids.ts'
import { describeAudit } from './describe-audit.ts'

export interface BindCliDeps {
  readonly listUsers: ListUsers
  readonly listWallets: ReturnType<typeof listWallets>
  readonly findUser: FindUser
  readonly creditUser: ReturnType<typeof creditUser>
  readonly deactivateUser: DeactivateUser
  readonly reactivateUser: ReactivateUser
  readonly freeAddress: FreeAddress
  readonly rotateSigningKeys: RotateSigningKeys
  /** Of this process: another one looks by itself within a minute. */
  readonly keyRing: { refresh(): Promise<void> }
  readonly createApiKey: CreateApiKey
  readonly deleteApiKey: DeleteApiKey
  readonly listApiKeys: ListApiKeys
  readonly register: Register
  readonly listTopUps: ReturnType<typeof listTopUps>
  readonly operations: Pick<OperatorLog, 'latest'>
  readonly auditLedger: () => Promise<AuditReport>
  readonly refundTopUp: ReturnType<typeof refundTopUp>
  readonly sweepHolds: () => Promise<ReleasedHolds>
  readonly pruneMedia: ReturnType<typeof pruneMedia>
  readonly ids: Ids
}

const everyUser = async (deps: BindCliDeps): Promise<readonly ListedUser[]> => {
  const users: ListedUser[] = []
  for await (const user of deps.listUsers()) {
    users.push({
      id: user.id,
      email: user.email,
      emailVerified: user.emailVerified,
      createdAt: user.createdAt.getTime(),
      deactivatedAt: user.deactivatedAt?.getTime() ?? null,
      wallets: await deps.listWallets(user.id),
    })
  }
  return users
}

const creditOf =
  (deps: BindCliDeps): CliUseCases['creditUser'] =>
  async ({ email, amount, id, reason }) => {
    const transferId = id ?? deps.ids.next()
    const { currency, micro } = amount
    const credited = await deps.creditUser({ transferId, email, currency, amount: micro, reason })
    if (isLeft(credited)) {
      switch (credited.left.tag) {
        case 'user_not_found':
        case 'insufficient_balance':
          return left({ tag: credited.left.tag })
        case 'mismatch':
          return left({ tag: 'id_taken' })
        case 'overloaded':
        case 'ledger_unavailable':
          return left({ tag: 'outcome_unknown', transferId })
        case 'zero_amount':
          throw new Error('the command line lets no credit of zero through')
      }
    }
    const { balanceAfter, fresh } = credited.right
    return right({ transferId, currency, balance: balanceAfter, fresh })
  }

/** Of mail that a command causes: a command knows no language of the user. */
const MAIL_LOCALE = 'en'

/** 128 random bits: no one guesses it, and a person can still paste it. */
const PASSWORD_BYTES = 16

const createUserOf =
  ({ register }: BindCliDeps): CliUseCases['createUser'] =>
  async (address, displayName) => {
    const email = parseEmail(address)
    if (isLeft(email)) return left({ tag: 'malformed_email' })
    const password = randomBytes(PASSWORD_BYTES).toString('base64url')
    const user = await register({ email: email.right, password, displayName, locale: MAIL_LOCALE })
    if (isLeft(user)) {
      if (user.left.tag === 'weak_password') throw new Error('a random password was called weak')
      return left({ tag: user.left.tag })
    }
    return right({ id: user.right.id, email: user.right.email, password })
  }

const TOP_UPS_AT_ONCE = 500

const everyTopUp = async (
  { listTopUps }: BindCliDeps,
  userId: string,
  status: TopUpStatus | null,
): Promise<readonly TopUp[]> => {
  const found: TopUp[] = []
  let before: string | null = null
  do {
    const page: TopUpPage = await listTopUps({ userId, status, before, limit: TOP_UPS_AT_ONCE })
    found.push(...page.topUps)
    before = page.nextBefore
  } while (before !== null)
  return found
}

const named = (
  { findUser }: BindCliDeps,
  change: (userId: string) => Promise<unknown>,
): CliUseCases['deactivateUser'] => {
  return async (email) => {
    const user = await findUser(email)
    if (isLeft(user)) return user
    await change(user.right.id)
    return right({ id: user.right.id })
  }
}

/** The commands' words for the use cases: people are named by their address, results are plain rows. */
export const bindCli = (deps: BindCliDeps): CliUseCases => ({
  listUsers: () => everyUser(deps),
  creditUser: creditOf(deps),
  deactivateUser: named(deps, (userId) => deps.deactivateUser(userId, MAIL_LOCALE)),
  reactivateUser: named(deps, deps.reactivateUser),
  freeAddress: async (email) => {
    const user = await deps.findUser(email)
    if (isLeft(user)) return user
    const freed = await deps.freeAddress(user.right.id)
    return isLeft(freed) ? freed : right({ id: user.right.id, address: freed.right.address })
  },
  rotateSigningKeys: async (leaked) => {
    const rotated = await deps.rotateSigningKeys(leaked)
    await deps.keyRing.refresh()
    const { kid, signsFrom, othersRetireAt } = rotated
    return { kid, signsFrom: signsFrom.getTime(), othersRetireAt: othersRetireAt.getTime() }
  },
  createUser: createUserOf(deps),
  createApiKey: async ({ email, ...fields }) => {
    const user = await deps.findUser(email)
    if (isLeft(user)) return user
    // A key of a deactivated user would be refused at every call.
    if (user.right.deactivatedAt !== null) return left({ tag: 'user_not_found' })
    const owner = { userId: user.right.id, sessionId: null, locale: MAIL_LOCALE } as const
    const created = await deps.createApiKey({ ...fields, ...owner })
    if (isLeft(created)) {
      // No session asks here: the account was closed between the look and the key.
      return left(created.left.tag === 'unauthenticated' ? { tag: 'user_not_found' } : created.left)
    }
    return right({ id: created.right.apiKey.id, key: created.right.key })
  },
  listApiKeys: async (email) => {
    const user = await deps.findUser(email)
    return isLeft(user) ? user : right(await deps.listApiKeys(user.right.id))
  },
  listTopUps: async (email, status) => {
    const user = await deps.findUser(email)
    return isLeft(user) ? user : right(await everyTopUp(deps, user.right.id, status))
  },
  listOperations: (limit) => deps.operations.latest(limit),
  revokeApiKey: async (keyId) => {
    const deleted = await deps.deleteApiKey({ userId: null, keyId, locale: MAIL_LOCALE })
    return isLeft(deleted) ? left({ tag: 'key_not_found' }) : right(undefined)
  },
  auditLedger: async (): Promise<AuditOutcome> => describeAudit(await deps.auditLedger()),
  refundTopUp: async (topUpId, amount) => {
    const refunded = await deps.refundTopUp({ topUpId, amount })
    if (isLeft(refunded)) return refunded
    const { topUp, ...given } = refunded.right
    return right({ currency: topUp.currency, amount: given.amount, price: given.price })
  },
  sweepHolds: async () => {
    const { released, left: remaining } = await deps.sweepHolds()
    if (remaining > 0)
      throw new Error(`${released} hold(s) released; ${remaining} could not be: the ledger did not answer`)
    return released
  },
  pruneMedia: deps.pruneMedia,
})
