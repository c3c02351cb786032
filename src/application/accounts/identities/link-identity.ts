import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import type { SocialIdentity, SocialProvider } from '../../../domain/identity/social-identity.ts'
import type { User } from '../../../domain/identity/user.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { IdentityFailure, IdentityProviders, ProviderToken } from '../../ports/identity-provider.ts'
import type { IdentityStore } from '../../ports/identity-store.ts'
import type { SessionStore } from '../../ports/session-store.ts'
import type { Stores } from '../../ports/stores.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { notifyOwner, type NotifyOwnerDeps } from '../notify-owner.ts'
import { type Profile, readProfile, type ReadProfileDeps } from '../read-profile.ts'
import { type FreshSessionFailure, freshSession } from '../sessions/fresh-session.ts'
import type { ProviderNotOffered } from './sign-in-with-provider.ts'
import { useUpToken } from './use-up-token.ts'

export interface LinkIdentityDeps extends ReadProfileDeps, NotifyOwnerDeps {
  readonly identityProviders: IdentityProviders
  readonly identities: Pick<IdentityStore, 'providersOf'>
  readonly sessions: Pick<SessionStore, 'find'>
  readonly unitOfWork: UnitOfWork
}

export interface LinkIdentityInput {
  readonly caller: SessionPrincipal
  readonly provider: SocialProvider
  readonly token: ProviderToken
  readonly locale: MailLocale
}

/** The provider's person is linked to another account. */
export type IdentityTaken = { readonly tag: 'identity_taken' }

export type LinkIdentityFailure = FreshSessionFailure | ProviderNotOffered | IdentityFailure | IdentityTaken
export type LinkIdentity = (input: LinkIdentityInput) => Promise<Either<LinkIdentityFailure, Profile>>

/** Lets a user who signed in just now also enter through a provider. Asked twice, it answers alike. */
export const linkIdentity =
  (deps: LinkIdentityDeps): LinkIdentity =>
  async ({ caller, provider, token, locale }) => {
    // A caller who is not fresh costs the provider nothing; what counts is looked at again under the lock.
    const early = await freshSession(deps, caller, deps.clock.now())
    if (isLeft(early)) return early
    const identity = await deps.identityProviders[provider]?.identify(token)
    if (identity === undefined) return left({ tag: 'not_found' })
    if (isLeft(identity)) return identity
    const linked = await deps.unitOfWork.transact<LinkIdentityFailure, null>(async (stores) => {
      const user = await stores.users.lock(caller.userId)
      const fresh = await freshSession(stores, caller, deps.clock.now())
      if (isLeft(fresh)) return fresh
      if (user === null) return left({ tag: 'unauthenticated' })
      return link(deps, stores, { user, identity: identity.right, locale })
    })
    return isLeft(linked) ? linked : right(await readProfile(deps)(caller.userId))
  }

interface Linking {
  readonly user: User
  readonly identity: SocialIdentity
  readonly locale: MailLocale
}

const link = async (
  deps: NotifyOwnerDeps,
  stores: Stores,
  { user, identity, locale }: Linking,
): Promise<Either<IdentityFailure | IdentityTaken, null>> => {
  const { provider, subject, email, emailVouched } = identity
  const at = new Date(deps.clock.now())
  const used = await useUpToken(stores, identity, user.id, at)
  if (isLeft(used)) return used
  if (!(await stores.identities.add({ provider, subject, userId: user.id }, at))) {
    const owner = await stores.identities.find(provider, subject)
    return owner?.userId === user.id ? right(null) : left({ tag: 'identity_taken' })
  }
  // Who is in the account and reads its mailbox is its owner, as after a verification in a session.
  const provesMailbox = emailVouched && email?.folded === user.emailFolded
  if (user.ownerProvenAt === null && provesMailbox) await stores.users.proveOwner(user.id, at)
  await notifyOwner(deps, stores, user, { kind: 'identity_linked', detail: provider, locale })
  return right(null)
}
