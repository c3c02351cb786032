import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import type { SocialIdentity, SocialProvider } from '../../../domain/identity/social-identity.ts'
import type { User } from '../../../domain/identity/user.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { IdentityFailure, IdentityProviders, ProviderToken } from '../../ports/accounts/identity-provider.ts'
import type { IdentityStore } from '../../ports/accounts/identity-store.ts'
import type { SessionStore } from '../../ports/accounts/session-store.ts'
import type { Stores } from '../../ports/transaction/stores.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { notifyOwner } from '../notices/notify-owner.ts'
import type { NotifyOwnerDeps } from '../notices/notify-owner.ts'
import { readProfile } from '../profile/read-profile.ts'
import type { Profile, ReadProfileDeps } from '../profile/read-profile.ts'
import { freshSession } from '../sessions/fresh-session.ts'
import type { FreshSessionFailure } from '../sessions/fresh-session.ts'
import { PROVIDER_NOT_OFFERED } from './sign-in-with-provider.ts'
import type { ProviderNotOffered } from './sign-in-with-provider.ts'
import { consumeToken } from './consume-token.ts'

interface LinkIdentityDeps extends ReadProfileDeps, NotifyOwnerDeps {
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

/** The provider's person is already linked to another account. */
type IdentityTaken = { readonly tag: 'identity_taken' }

type LinkIdentityFailure = FreshSessionFailure | ProviderNotOffered | IdentityFailure | IdentityTaken
export type LinkIdentity = (input: LinkIdentityInput) => Promise<Either<LinkIdentityFailure, Profile>>

/** Lets a recently signed-in user sign in through a provider too. The same call sent twice has the same outcome. */
export const linkIdentity =
  (deps: LinkIdentityDeps): LinkIdentity =>
  async ({ caller, provider, token, locale }) => {
    // A caller who did not sign in recently causes no call to the provider. The check under the lock decides.
    const early = await freshSession(deps, caller, deps.clock.now())
    if (isLeft(early)) return early
    const identity = await deps.identityProviders[provider]?.identify(token)
    if (identity === undefined) return left(PROVIDER_NOT_OFFERED)
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
  stores: Pick<Stores, 'users' | 'identities' | 'usedIdentityTokens' | 'mail'>,
  { user, identity, locale }: Linking,
): Promise<Either<IdentityFailure | IdentityTaken, null>> => {
  const { provider, subject, email, emailVouched } = identity
  const at = new Date(deps.clock.now())
  const used = await consumeToken(stores, identity, user.id, at)
  if (isLeft(used)) return used
  if (!(await stores.identities.add({ provider, subject, userId: user.id }, at))) {
    const owner = await stores.identities.find(provider, subject)
    return owner?.userId === user.id ? right(null) : left({ tag: 'identity_taken' })
  }
  // The person is signed in to the account and reads its mailbox, which proves the owner as a verification in a session
  // does.
  const provesMailbox = emailVouched && email?.folded === user.emailFolded
  if (user.ownerProvenAt === null && provesMailbox) await stores.users.proveOwner(user.id, at)
  await notifyOwner(deps, stores, user, { kind: 'identity_linked', detail: provider, locale })
  return right(null)
}
