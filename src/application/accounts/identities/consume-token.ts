import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { mayReuseToken } from '../../../domain/identity/social-identity.ts'
import type { SocialIdentity } from '../../../domain/identity/social-identity.ts'
import type { IdentityFailure } from '../../ports/accounts/identity-provider.ts'
import type { Stores } from '../../ports/transaction/stores.ts'

/**
 * Inside a unit of work: marks a single-use sign-in token as used when its sign-in succeeds. For some seconds the same
 * token has the same outcome, because a client whose response got lost asks again.
 */
export const consumeToken = async (
  { usedIdentityTokens }: Pick<Stores, 'usedIdentityTokens'>,
  { singleUse }: Pick<SocialIdentity, 'singleUse'>,
  userId: string,
  at: Date,
): Promise<Either<IdentityFailure, null>> => {
  if (singleUse === null) return right(null)
  const first = await usedIdentityTokens.firstUse({ ...singleUse, userId, at })
  return mayReuseToken(first, userId, at) ? right(null) : left({ tag: 'invalid_identity_token' })
}
