import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import { checkSignInMethodLeft } from '../../../domain/identity/social-identity.ts'
import type { LastSignInMethod, SocialProvider } from '../../../domain/identity/social-identity.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { notifyOwner } from '../notices/notify-owner.ts'
import type { NotifyOwnerDeps } from '../notices/notify-owner.ts'
import { freshSession } from '../sessions/fresh-session.ts'
import type { FreshSessionFailure } from '../sessions/fresh-session.ts'

interface UnlinkIdentityDeps extends NotifyOwnerDeps {
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
}

export interface UnlinkIdentityInput {
  readonly caller: SessionPrincipal
  readonly provider: SocialProvider
  readonly locale: MailLocale
}

/** The account has no linked identity of this provider. */
type IdentityNotLinked = { readonly tag: 'not_found' }

type UnlinkIdentityFailure = FreshSessionFailure | IdentityNotLinked | LastSignInMethod
export type UnlinkIdentity = (input: UnlinkIdentityInput) => Promise<Either<UnlinkIdentityFailure, null>>

/** Removes a provider as a way to sign in. Every other session ends, because one of them may have used that way. */
export const unlinkIdentity =
  (deps: UnlinkIdentityDeps): UnlinkIdentity =>
  async ({ caller, provider, locale }) => {
    const nowMs = deps.clock.now()
    const { userId, sessionId } = caller
    const unlinked = await deps.unitOfWork.transact<UnlinkIdentityFailure, null>(async (stores) => {
      const user = await stores.users.lock(userId)
      const fresh = await freshSession(stores, caller, nowMs)
      if (isLeft(fresh)) return fresh
      if (user === null) return left({ tag: 'unauthenticated' })
      const linked = await stores.identities.providersOf(userId)
      if (!linked.includes(provider)) return left({ tag: 'not_found' })
      const allowed = checkSignInMethodLeft(user, linked, provider)
      if (isLeft(allowed)) return allowed
      await stores.identities.remove(userId, provider)
      await stores.sessions.revokeAllOf(userId, 'identity_unlinked', new Date(nowMs), sessionId)
      await notifyOwner(deps, stores, user, { kind: 'identity_unlinked', detail: provider, locale })
      return right(null)
    })
    if (isRight(unlinked)) await deps.invalidation.announce({ tag: 'user', id: userId })
    return unlinked
  }
