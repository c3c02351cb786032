import { type Either, isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import { checkWayInLeft, type LastWayIn, type SocialProvider } from '../../../domain/identity/social-identity.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { Invalidation } from '../../ports/invalidation.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { notifyOwner, type NotifyOwnerDeps } from '../notify-owner.ts'
import { type FreshSessionFailure, freshSession } from '../sessions/fresh-session.ts'

export interface UnlinkIdentityDeps extends NotifyOwnerDeps {
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
}

export interface UnlinkIdentityInput {
  readonly caller: SessionPrincipal
  readonly provider: SocialProvider
  readonly locale: MailLocale
}

/** No identity of this provider is linked. */
export type IdentityNotLinked = { readonly tag: 'not_found' }

export type UnlinkIdentityFailure = FreshSessionFailure | IdentityNotLinked | LastWayIn
export type UnlinkIdentity = (input: UnlinkIdentityInput) => Promise<Either<UnlinkIdentityFailure, null>>

/** Ends the way in through a provider, and with it every other session: one of them may have come that way. */
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
      const allowed = checkWayInLeft(user, linked, provider)
      if (isLeft(allowed)) return allowed
      await stores.identities.remove(userId, provider)
      await stores.sessions.revokeAllOf(userId, 'identity_unlinked', new Date(nowMs), sessionId)
      await notifyOwner(deps, stores, user, { kind: 'identity_unlinked', detail: provider, locale })
      return right(null)
    })
    if (isRight(unlinked)) await deps.invalidation.announce({ tag: 'user', id: userId })
    return unlinked
  }
