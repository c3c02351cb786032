import { left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  IdentityFailure,
  IdentityProvider,
  IdentityProviders,
} from '../../../src/application/ports/accounts/identity-provider.ts'
import type { SocialIdentity } from '../../../src/domain/identity/social-identity.ts'

/** A social provider, under both names, that knows the people who are put in by their tokens. */
export const knownPeople = () => {
  const people = new Map<string, Either<IdentityFailure, SocialIdentity>>()
  const provider: IdentityProvider = {
    identify: async ({ token }) => people.get(token) ?? left({ tag: 'invalid_identity_token' }),
  }
  const providers: IdentityProviders = { google: provider, yandex: provider }
  return { people, provider, providers }
}
