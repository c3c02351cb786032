import type { Either } from 'fp-ts/lib/Either.js'
import type { SocialIdentity, SocialProvider } from '../../../domain/identity/social-identity.ts'

export type IdentityFailure =
  /** The token is forged, expired or issued for another program, or the provider does not vouch for its person. */
  | { readonly tag: 'invalid_identity_token' }
  /** The provider did not answer. */
  | { readonly tag: 'identity_provider_unavailable' }

/** A provider's token, as the client presents it. */
export interface ProviderToken {
  readonly token: string
  /** The nonce that the client asked its provider to put into the token. Null if it asked for none. */
  readonly nonce: string | null
}

/** Identifies the bearer of a provider's token. Bounded in time. */
export interface IdentityProvider {
  identify(presented: ProviderToken): Promise<Either<IdentityFailure, SocialIdentity>>
}

/** Null if the installation has not configured the provider. */
export type IdentityProviders = Readonly<Record<SocialProvider, IdentityProvider | null>>
