import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { mayUseAgain, type SocialIdentity } from '../../../domain/identity/social-identity.ts'
import type { IdentityFailure } from '../../ports/identity-provider.ts'
import type { Stores } from '../../ports/stores.ts'

/**
 * Inside a unit of work: a token that its provider made for one sign-in is used up when that succeeds. The same token
 * gets the same outcome for some seconds, since a client whose answer got lost asks again.
 */
export const useUpToken = async (
  { usedIdentityTokens }: Pick<Stores, 'usedIdentityTokens'>,
  { singleUse }: Pick<SocialIdentity, 'singleUse'>,
  userId: string,
  at: Date,
): Promise<Either<IdentityFailure, null>> => {
  if (singleUse === null) return right(null)
  const first = await usedIdentityTokens.firstUse({ ...singleUse, userId, at })
  return mayUseAgain(first, userId, at) ? right(null) : left({ tag: 'invalid_identity_token' })
}
