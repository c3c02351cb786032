import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { InvalidToken } from '../../../domain/identity/one-time-token.ts'
import { checkPassword } from '../../../domain/identity/password-policy.ts'
import type { WeakPassword } from '../../../domain/identity/password-policy.ts'
import { emailOf } from '../../../domain/identity/user.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import { ACCESS_ENDED } from '../../../domain/mail/outgoing-mail.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { OneTimeSecrets } from '../../ports/accounts/one-time-secrets.ts'
import type { OneTimeTokenStore } from '../../ports/accounts/one-time-token-store.ts'
import type { HasherBusy, PasswordHasher } from '../../ports/accounts/password-hasher.ts'
import type { Stores } from '../../ports/transaction/stores.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'
import { dropAccess } from '../sessions/drop-access.ts'
import type { AccessStores } from '../sessions/drop-access.ts'
import { notifyOwner } from '../notices/notify-owner.ts'
import type { NotifyOwnerDeps } from '../notices/notify-owner.ts'

interface ResetPasswordDeps extends NotifyOwnerDeps {
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
  /** True ends also the linked identities and the keys that are older than the proof of the account's owner. */
  readonly dropAccess: boolean
  /** The language of the notice to the owner. */
  readonly locale: MailLocale
}

export type ResetPasswordFailure = InvalidToken | WeakPassword | HasherBusy
export type ResetPassword = (input: ResetPasswordInput) => Promise<Either<ResetPasswordFailure, null>>

const INVALID: Either<InvalidToken, never> = left({ tag: 'invalid_token' })

/**
 * Sets a new password for the person who reads the mailbox. This proves the address and ends every session. Where the
 * account's owner was not proven before, every other way into it ends too. A refused password leaves the token valid.
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

const writeReset = async (
  deps: NotifyOwnerDeps,
  stores: AccessStores & Pick<Stores, 'mail'>,
  reset: Reset,
): Promise<Either<InvalidToken, null>> => {
  const { userId, hash, passwordHash, drops, locale, at } = reset
  const user = await stores.users.lock(userId)
  if (user === null || user.deactivatedAt !== null) return INVALID
  if (!(await stores.oneTimeTokens.take(hash, 'reset_password', at))) return INVALID
  const since = user.ownerProvenAt
  const endsAccess = drops || since === null
  await notifyOwner(deps, stores, user, { kind: 'password_reset', detail: endsAccess ? ACCESS_ENDED : null, locale })
  if (endsAccess) {
    await dropAccess(stores, { userId, at, since, passwordHash, reason: 'password_reset' })
    return right(null)
  }
  await stores.users.setPasswordHash(userId, passwordHash)
  await stores.sessions.revokeAllOf(userId, 'password_reset', at)
  await stores.oneTimeTokens.voidAllOf(userId, null)
  return right(null)
}
