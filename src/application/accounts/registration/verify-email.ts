import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { expiryOf } from '../../../domain/identity/one-time-token.ts'
import type { InvalidToken } from '../../../domain/identity/one-time-token.ts'
import { normalPassword } from '../../../domain/identity/password-policy.ts'
import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import type { Unauthenticated } from '../../../domain/identity/signed-token.ts'
import type { User } from '../../../domain/identity/user.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { OneTimeSecrets } from '../../ports/accounts/one-time-secrets.ts'
import type { OneTimeTokenStore } from '../../ports/accounts/one-time-token-store.ts'
import type { HasherBusy, PasswordHasher } from '../../ports/accounts/password-hasher.ts'
import type { Stores } from '../../ports/transaction/stores.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'
import { dropAccess } from '../sessions/drop-access.ts'
import type { AccessStores } from '../sessions/drop-access.ts'
import { isSessionOpen } from '../sessions/is-session-open.ts'

interface VerifyEmailDeps {
  readonly oneTimeSecrets: OneTimeSecrets
  readonly oneTimeTokens: Pick<OneTimeTokenStore, 'find'>
  readonly users: Pick<UserStore, 'find'>
  readonly passwords: Pick<PasswordHasher, 'verify'>
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
  readonly clock: Clock
}

export interface VerifyEmailInput {
  readonly token: string
  /** The account's password, which proves that the reader of the mail also opened the account. */
  readonly password: string | null
  /**
   * The caller, where the request comes in a session: a session of the account proves the same as its password.
   * `unauthenticated` where it came with an access token that is not valid, for example one that has expired.
   */
  readonly caller: SessionPrincipal | 'unauthenticated' | null
}

interface VerifiedEmail {
  readonly email: string
  /** A one-time token to set a password with. Null unless the older ways into the account ended. */
  readonly resetToken: string | null
}

export type VerifyEmailFailure = InvalidToken | Unauthenticated | HasherBusy
export type VerifyEmail = (input: VerifyEmailInput) => Promise<Either<VerifyEmailFailure, VerifiedEmail>>

const INVALID: Either<InvalidToken, never> = left({ tag: 'invalid_token' })

/**
 * Uses the token of a verification mail and so proves the mailbox. Its reader may not be the person who opened the
 * account. Without a proof of that, every older way into the account ends (contract 4). A caller whose access token is
 * not valid may have the session that proves it, so the call is refused instead, and the link stays good.
 */
export const verifyEmail =
  (deps: VerifyEmailDeps): VerifyEmail =>
  async ({ token, password, caller }) => {
    const hash = deps.oneTimeSecrets.hash(token)
    if (hash === null) return INVALID
    const found = await deps.oneTimeTokens.find(hash, 'verify_email', new Date(deps.clock.now()))
    const user = found === null ? null : await deps.users.find(found.userId)
    if (user === null) return INVALID
    const provenHash = await matchingHash(deps, user, password)
    if (isLeft(provenHash)) return provenHash
    const verification = { userId: user.id, hash, provenHash: provenHash.right, caller, at: new Date(deps.clock.now()) }
    const verified = await deps.unitOfWork.transact((stores) => writeVerification(deps, stores, verification))
    if (isRight(verified) && verified.right.resetToken !== null) {
      await deps.invalidation.announce({ tag: 'user', id: user.id })
    }
    return verified
  }

/** The stored hash that the given password matches. Null if no password was given, or where it does not match. */
const matchingHash = async (
  { passwords }: Pick<VerifyEmailDeps, 'passwords'>,
  { passwordHash }: User,
  password: string | null,
): Promise<Either<HasherBusy, string | null>> => {
  if (password === null) return right(null)
  const verdict = await passwords.verify(normalPassword(password), passwordHash, 'known')
  if (isLeft(verdict)) return verdict
  return right(verdict.right.matches ? passwordHash : null)
}

interface Verification {
  readonly userId: string
  readonly hash: string
  readonly provenHash: string | null
  readonly caller: VerifyEmailInput['caller']
  readonly at: Date
}

const writeVerification = async (
  { oneTimeSecrets }: Pick<VerifyEmailDeps, 'oneTimeSecrets'>,
  stores: AccessStores,
  verification: Verification,
): Promise<Either<InvalidToken | Unauthenticated, VerifiedEmail>> => {
  const { userId, hash, at } = verification
  const user = await stores.users.lock(userId)
  if (user === null || user.deactivatedAt !== null) return INVALID
  if (!(await stores.oneTimeTokens.take(hash, 'verify_email', at))) return INVALID
  await stores.oneTimeTokens.voidAllOf(userId, 'verify_email')
  if (user.ownerProvenAt !== null) return right({ email: user.email, resetToken: null })
  if (await isOpener(stores, user, verification)) {
    await stores.users.proveOwner(userId, at)
    return right({ email: user.email, resetToken: null })
  }
  if (verification.caller === 'unauthenticated') return left({ tag: 'unauthenticated' })
  await dropAccess(stores, { userId, at, since: null, passwordHash: null, reason: 'account_claimed' })
  const reset = oneTimeSecrets.make()
  const purpose = 'reset_password'
  await stores.oneTimeTokens.add({
    hash: reset.hash,
    purpose,
    userId,
    expiresAt: expiryOf(purpose, at.getTime()),
  })
  return right({ email: user.email, resetToken: reset.token })
}

/** Whether the call also proves that it comes from the person who opened the account. */
const isOpener = async (
  stores: Pick<Stores, 'sessions'>,
  user: User,
  { provenHash, caller, at }: Verification,
): Promise<boolean> => {
  if (provenHash !== null && provenHash === user.passwordHash) return true
  return (
    caller !== null && caller !== 'unauthenticated' && isSessionOpen(stores, user.id, caller.sessionId, at.getTime())
  )
}
