import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { SocialProvider } from '../../domain/identity/social-identity.ts'
import type { Clock } from '../ports/clock.ts'
import type { IdentityFailure, IdentityProviders } from '../ports/identity-provider.ts'
import type { IdentityStore } from '../ports/identity-store.ts'
import { type Profile, readProfile, type ReadProfileDeps } from './read-profile.ts'
import type { ProviderNotOffered } from './sign-in-with-provider.ts'

export interface LinkIdentityDeps extends ReadProfileDeps {
  readonly identityProviders: IdentityProviders
  readonly identities: Pick<IdentityStore, 'find' | 'add' | 'providersOf'>
  readonly clock: Clock
}

export interface LinkIdentityInput {
  readonly userId: string
  readonly provider: SocialProvider
  readonly token: string
}

/** The provider's person is linked to another account. */
export type IdentityTaken = { readonly tag: 'identity_taken' }

export type LinkIdentityFailure = ProviderNotOffered | IdentityFailure | IdentityTaken
export type LinkIdentity = (input: LinkIdentityInput) => Promise<Either<LinkIdentityFailure, Profile>>

/** Lets a user who is logged in also enter through a provider. Asked twice, it answers alike. */
export const linkIdentity =
  (deps: LinkIdentityDeps): LinkIdentity =>
  async ({ userId, provider, token }) => {
    const identity = await deps.identityProviders[provider]?.identify(token)
    if (identity === undefined) return left({ tag: 'not_found' })
    if (isLeft(identity)) return identity
    const { subject } = identity.right
    if (!(await deps.identities.add({ provider, subject, userId }, new Date(deps.clock.now())))) {
      const owner = await deps.identities.find(provider, subject)
      if (owner?.userId !== userId) return left({ tag: 'identity_taken' })
    }
    return right(await readProfile(deps)(userId))
  }
