import type { Either } from 'fp-ts/lib/Either.js'
import type { SocialIdentity, SocialProvider } from '../../domain/identity/social-identity.ts'

export type IdentityFailure =
  /** Forged, expired, meant for somebody else, or of a person the provider does not answer for. */
  | { readonly tag: 'invalid_identity_token' }
  /** The provider could not be asked. */
  | { readonly tag: 'identity_provider_unavailable' }

/** Tells who the bearer of a provider's token is. Bounded in time. */
export interface IdentityProvider {
  identify(token: string): Promise<Either<IdentityFailure, SocialIdentity>>
}

/** Null where a provider is not configured. */
export type IdentityProviders = Readonly<Record<SocialProvider, IdentityProvider | null>>
