import type { AccessTokens } from '../../../src/application/ports/accounts/access-tokens.ts'
import type { Clock } from '../../../src/application/ports/process/clock.ts'
import type { AccessClaims } from '../../../src/domain/identity/signed-token.ts'

/** Tokens that are only names of what was issued. */
export const memoryAccessTokens = (clock: Clock): AccessTokens => {
  const issued = new Map<string, AccessClaims>()
  return {
    issue: async (claims) => {
      const token = `token-${issued.size + 1}`
      issued.set(token, claims)
      return token
    },
    verify: async (token) => {
      const claims = issued.get(token)
      return claims !== undefined && clock.now() / 1000 < claims.expiresAtSeconds ? claims : null
    },
    publicKeys: async () => [],
  }
}
