import { type Either, isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import { checkPassword, normalPassword, type WeakPassword } from '../../domain/identity/password-policy.ts'
import type { SessionPrincipal } from '../../domain/identity/principal.ts'
import { emailOf, type InvalidCurrentPassword } from '../../domain/identity/user.ts'
import type { MailLocale } from '../../domain/mail/mail-locale.ts'
import type { Invalidation } from '../ports/invalidation.ts'
import type { HasherBusy, PasswordHasher } from '../ports/password-hasher.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { UserStore } from '../ports/user-store.ts'
import { notifyOwner, type NotifyOwnerDeps } from './notify-owner.ts'

export interface ChangePasswordDeps extends NotifyOwnerDeps {
  readonly users: Pick<UserStore, 'find'>
  readonly passwords: PasswordHasher
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
}

export interface ChangePasswordInput {
  readonly caller: SessionPrincipal
  readonly currentPassword: string
  readonly newPassword: string
  /** Of the mail that tells the owner. */
  readonly locale: MailLocale
}

export type ChangePasswordFailure = InvalidCurrentPassword | WeakPassword | HasherBusy
export type ChangePassword = (input: ChangePasswordInput) => Promise<Either<ChangePasswordFailure, null>>

const INVALID: Either<InvalidCurrentPassword, never> = left({ tag: 'invalid_current_password' })

/** Replaces the password of a user who knows it. Their other sessions end; this one goes on. */
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
      // Changed by somebody else meanwhile: what was proven no longer holds.
      if (!(await stores.users.replacePasswordHash(userId, from, to.right))) return INVALID
      await stores.sessions.revokeAllOf(userId, 'password_changed', new Date(deps.clock.now()), sessionId)
      await stores.oneTimeTokens.voidAllOf(userId, 'reset_password')
      await notifyOwner(deps, stores, user, { kind: 'password_changed', detail: null, locale })
      return right(null)
    })
    if (isRight(changed)) await deps.invalidation.announce({ tag: 'user', id: userId })
    return changed
  }
