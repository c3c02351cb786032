import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { checkPassword, normalPassword } from '../../../domain/identity/password-policy.ts'
import type { WeakPassword } from '../../../domain/identity/password-policy.ts'
import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import { emailOf } from '../../../domain/identity/user.ts'
import type { InvalidCurrentPassword } from '../../../domain/identity/user.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { HasherBusy, PasswordHasher } from '../../ports/accounts/password-hasher.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'
import { notifyOwner } from '../notices/notify-owner.ts'
import type { NotifyOwnerDeps } from '../notices/notify-owner.ts'

interface ChangePasswordDeps extends NotifyOwnerDeps {
  readonly users: Pick<UserStore, 'find'>
  readonly passwords: PasswordHasher
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
}

export interface ChangePasswordInput {
  readonly caller: SessionPrincipal
  readonly currentPassword: string
  readonly newPassword: string
  /** The language of the notice to the owner. */
  readonly locale: MailLocale
}

export type ChangePasswordFailure = InvalidCurrentPassword | WeakPassword | HasherBusy
export type ChangePassword = (input: ChangePasswordInput) => Promise<Either<ChangePasswordFailure, null>>

const INVALID: Either<InvalidCurrentPassword, never> = left({ tag: 'invalid_current_password' })

/** Replaces the password of a user who knows the old one. The user's other sessions end; this one continues. */
export const changePassword =
  (deps: ChangePasswordDeps): ChangePassword =>
  async ({ caller: { userId, sessionId }, currentPassword, newPassword, locale }) => {
    const user = await deps.users.find(userId)
    const from = user?.passwordHash ?? null
    const verdict = await deps.passwords.verify(normalPassword(currentPassword), from, 'known')
    if (isLeft(verdict)) return verdict
    if (user === null || from === null || !verdict.right.matches) return INVALID
    const allowed = checkPassword(newPassword, emailOf(user))
    if (isLeft(allowed)) return allowed
    const to = await deps.passwords.hash(allowed.right, 'known')
    if (isLeft(to)) return to
    const changed = await deps.unitOfWork.transact<InvalidCurrentPassword, null>(async (stores) => {
      // Another call has changed the password in between, so the check of the old one no longer counts.
      if (!(await stores.users.replacePasswordHash(userId, from, to.right))) return INVALID
      await stores.sessions.revokeAllOf(userId, 'password_changed', new Date(deps.clock.now()), sessionId)
      await stores.oneTimeTokens.voidAllOf(userId, 'reset_password')
      await notifyOwner(deps, stores, user, { kind: 'password_changed', detail: null, locale })
      return right(null)
    })
    if (isRight(changed)) await deps.invalidation.announce({ tag: 'user', id: userId })
    return changed
  }
