import { type Either, isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { InvalidToken } from '../../domain/identity/one-time-token.ts'
import { checkPassword, type WeakPassword } from '../../domain/identity/password-policy.ts'
import { emailOf } from '../../domain/identity/user.ts'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import type { Invalidation } from '../ports/invalidation.ts'
import type { OneTimeSecrets } from '../ports/one-time-secrets.ts'
import type { OneTimeTokenStore } from '../ports/one-time-token-store.ts'
import type { HasherBusy, PasswordHasher } from '../ports/password-hasher.ts'
import type { Stores } from '../ports/stores.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { UserStore } from '../ports/user-store.ts'
import { dropAccess } from './drop-access.ts'
import { notifyOwner, type NotifyOwnerDeps } from './notify-owner.ts'

export interface ResetPasswordDeps extends NotifyOwnerDeps {
  readonly oneTimeSecrets: Pick<OneTimeSecrets, 'hash'>
  readonly oneTimeTokens: Pick<OneTimeTokenStore, 'find'>
  readonly users: Pick<UserStore, 'find'>
  readonly passwords: Pick<PasswordHasher, 'hash'>
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
}

export interface ResetPasswordInput {
  readonly token: string
  readonly newPassword: string
  /** Also ends social identities linked, and keys made, since the account was last known to be its owner's alone. */
  readonly dropAccess: boolean
  /** Of the mail that tells the owner. */
  readonly locale: MailLocale
}

export type ResetPasswordFailure = InvalidToken | WeakPassword | HasherBusy
export type ResetPassword = (input: ResetPasswordInput) => Promise<Either<ResetPasswordFailure, null>>

const INVALID: Either<InvalidToken, never> = left({ tag: 'invalid_token' })

/**
 * Sets a new password for the person who reads the mailbox: the address is proven with it and every session ends.
 * An account that was not known to be theirs loses all other access too. A refused password leaves the token good.
 */
export const resetPassword =
  (deps: ResetPasswordDeps): ResetPassword =>
  async ({ token, newPassword, dropAccess: drops, locale }) => {
    const hash = deps.oneTimeSecrets.hash(token)
    if (hash === null) return INVALID
    const found = await deps.oneTimeTokens.find(hash, 'reset_password', new Date(deps.clock.now()))
    const user = found === null ? null : await deps.users.find(found.userId)
    if (user === null || user.deactivatedAt !== null) return INVALID
    const allowed = checkPassword(newPassword, emailOf(user))
    if (isLeft(allowed)) return allowed
    const passwordHash = await deps.passwords.hash(allowed.right, 'known')
    if (isLeft(passwordHash)) return passwordHash
    const at = new Date(deps.clock.now())
    const reset = await deps.unitOfWork.transact((stores) =>
      writeReset(deps, stores, { userId: user.id, hash, passwordHash: passwordHash.right, drops, locale, at }),
    )
    if (isRight(reset)) await deps.invalidation.announce({ tag: 'user', id: user.id })
    return reset
  }

interface Reset {
  readonly userId: string
  readonly hash: string
  readonly passwordHash: string
  readonly drops: boolean
  readonly locale: MailLocale
  readonly at: Date
}

const writeReset = async (deps: NotifyOwnerDeps, stores: Stores, reset: Reset): Promise<Either<InvalidToken, null>> => {
  const { userId, hash, passwordHash, drops, locale, at } = reset
  const user = await stores.users.lock(userId)
  if (user === null || user.deactivatedAt !== null) return INVALID
  if (!(await stores.oneTimeTokens.take(hash, 'reset_password', at))) return INVALID
  await notifyOwner(deps, stores, user, { kind: 'password_reset', detail: null, locale })
  const since = user.ownerProvenAt
  if (drops || since === null) {
    await dropAccess(stores, { userId, at, since, passwordHash, reason: 'password_reset' })
    return right(null)
  }
  await stores.users.setPasswordHash(userId, passwordHash)
  await stores.sessions.revokeAllOf(userId, 'password_reset', at)
  await stores.oneTimeTokens.voidAllOf(userId, null)
  return right(null)
}
