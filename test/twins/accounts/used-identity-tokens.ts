import type {
  TokenUse,
  UsedIdentityTokenStore,
} from '../../../src/application/ports/accounts/used-identity-token-store.ts'

export const memoryUsedIdentityTokens = (uses: Map<string, TokenUse> = new Map()): UsedIdentityTokenStore => ({
  firstUse: async (use) => {
    const first = uses.get(use.hash) ?? use
    uses.set(use.hash, first)
    return { userId: first.userId, at: first.at }
  },
  prune: async (expiredBefore, limit) => {
    const old = [...uses.values()].filter(({ expiresAt }) => expiresAt < expiredBefore).slice(0, limit)
    for (const { hash } of old) uses.delete(hash)
    return old.length
  },
})
