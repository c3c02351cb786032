import type { Either } from 'fp-ts/lib/Either.js'
import type { SocialIdentity, SocialProvider } from '../../domain/identity/social-identity.ts'

export type IdentityFailure =
  /** Forged, expired, meant for somebody else, or of a person the provider does not answer for. */
  | { readonly tag: 'invalid_identity_token' }
  /** The provider could not be asked. */
  | { readonly tag: 'identity_provider_unavailable' }

/** What a provider gave to the client, as the client presents it. */
export interface ProviderToken {
  readonly token: string
  /** What the client asked its provider to put into the token; null where it asked for nothing. */
  readonly nonce: string | null
}

/** Tells who the bearer of a provider's token is. Bounded in time. */
export interface IdentityProvider {
  identify(presented: ProviderToken): Promise<Either<IdentityFailure, SocialIdentity>>
}

/** Null where a provider is not configured. */
export type IdentityProviders = Readonly<Record<SocialProvider, IdentityProvider | null>>
